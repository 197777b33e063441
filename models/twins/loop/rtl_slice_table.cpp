// SPDX-License-Identifier: Apache-2.0
// The warp-slice table with RTL inside.
#include "twins/loop/rtl_slice_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "lanefold/error.h"
#include "twins/verilated/rtl_shapes.h"

namespace lanefold {
namespace {

/// Entries of the smallest table that is built and large enough; if none is, as many as there are
/// slots, which the twin's factory refuses.
unsigned entries_for(const CoreConfig& config) {
  const unsigned slots = slots_of(config);
  unsigned entries = 0;
  for (const SliceShape& shape : rtl_slice_shapes(config.warp_width)) {
    if (shape.warps != config.warps || shape.entries < slots) continue;
    entries = entries == 0 ? shape.entries : std::min(entries, shape.entries);
  }
  return entries == 0 ? slots : entries;
}

AskedTwin<WarpSliceTableTwin> make_table(const std::string& name, const CoreConfig& config,
                                         const RtlWorld& world) {
  auto twin = make_warp_slice_table_twin(config.warp_width, config.warps, entries_for(config),
                                         {world.session, name});
  twin->reset();
  return AskedTwin(std::move(twin), world, "warp_slice_table");
}

}  // namespace

RtlSliceTable::RtlSliceTable(const std::string& name, const CoreContext& core,
                             const RtlWorld& world)
    : SliceTable(core.config.warps, core.config.warp_width, slots_of(core.config)),
      slots_(slots_of(core.config)),
      twin_(make_table(name, core.config, world)) {}

void RtlSliceTable::divide(unsigned width) {
  WarpSliceTableTwin::Inputs inputs;
  inputs.op = WarpSliceTableTwin::Op::Divide;
  inputs.width = width;
  carry_out(inputs);
}

unsigned RtlSliceTable::split_off(unsigned entry, LaneMask lanes) {
  WarpSliceTableTwin::Inputs inputs;
  inputs.op = WarpSliceTableTwin::Op::Split;
  inputs.entry = entry;
  inputs.lanes = lanes;
  return carry_out(inputs);
}

void RtlSliceTable::merge(unsigned entry, unsigned other) {
  WarpSliceTableTwin::Inputs inputs;
  inputs.op = WarpSliceTableTwin::Op::Merge;
  inputs.entry = entry;
  inputs.other = other;
  carry_out(inputs);
}

/// One clock cycle, after which the entries are those of the RTL. Gives the entry that was the
/// lowest free one before.
unsigned RtlSliceTable::carry_out(const WarpSliceTableTwin::Inputs& inputs) {
  WarpSliceTableTwin& twin = twin_.ask();
  const WarpSliceTableTwin::Outputs& before = twin.settle(inputs);
  const unsigned lowest_free = before.free;
  if (!before.legal) {
    throw Error(
        ErrorKind::Internal,
        fmt::format("warp_slice_table: it refuses op {} (width {}, entries {} and {}, lanes "
                    "{:#x})",
                    static_cast<unsigned>(inputs.op), inputs.width, inputs.entry, inputs.other,
                    inputs.lanes.bits()));
  }
  twin.clock();
  const WarpSliceTableTwin::Outputs& after = twin.settle({});
  for (unsigned e = 0; e < after.entries.size(); ++e) {
    const WarpSliceTableTwin::Entry& entry = after.entries[e];
    if (e < slots_) {
      put(e, entry.warp, entry.lanes);
    } else if (entry.lanes.any()) {
      throw Error(
          ErrorKind::Internal,
          fmt::format("warp_slice_table: entry {} has lanes {:#x}, but the core has {} slots", e,
                      entry.lanes.bits(), slots_));
    }
  }
  return lowest_free;
}

}  // namespace lanefold
