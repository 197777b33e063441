// SPDX-License-Identifier: Apache-2.0
// The warp-slice table with RTL inside.
#include "twins/loop/rtl_warp_slice_table.h"

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

AskedTwin<WarpSliceTableTwin> make_table(const sc_core::sc_object& block, const CoreConfig& config,
                                         const RtlWorld& world) {
  return after_reset(
      make_warp_slice_table_twin(config.warp_width, config.warps, entries_for(config),
                                 place_in(block, world.session, "warp_slice_table")),
      world, "warp_slice_table");
}

WarpSliceTableTwin::Inputs inputs_of(const SliceRequest& request) {
  WarpSliceTableTwin::Inputs inputs;
  inputs.width = request.width;
  inputs.entry = request.slot;
  inputs.lanes = request.lanes;
  inputs.other = request.other;
  switch (request.kind) {
    case SliceRequest::Kind::Divide:
      inputs.op = WarpSliceTableTwin::Op::Divide;
      break;
    case SliceRequest::Kind::SplitOff:
      inputs.op = WarpSliceTableTwin::Op::Split;
      break;
    case SliceRequest::Kind::Merge:
      inputs.op = WarpSliceTableTwin::Op::Merge;
      break;
  }
  return inputs;
}

}  // namespace

RtlWarpSliceTable::RtlWarpSliceTable(const sc_core::sc_module_name& name, const CoreContext& core,
                                     const RtlWorld& world)
    : WarpSliceTable(name, core.config),
      slots_(slots_of(core.config)),
      twin_(make_table(*this, core.config, world)) {}

/// One clock cycle. The new slice is in the entry that was the lowest free one before.
void RtlWarpSliceTable::carry_out(SliceRequest& request) {
  WarpSliceTableTwin& twin = twin_.ask();
  const WarpSliceTableTwin::Inputs inputs = inputs_of(request);
  const WarpSliceTableTwin::Outputs& before = twin.settle(inputs);
  if (!before.legal) {
    throw Error(
        ErrorKind::Internal,
        fmt::format("warp_slice_table: it refuses op {} (width {}, entries {} and {}, lanes "
                    "{:#x})",
                    static_cast<unsigned>(inputs.op), inputs.width, inputs.entry, inputs.other,
                    inputs.lanes.bits()));
  }
  if (request.kind == SliceRequest::Kind::SplitOff) request.other = before.free;
  twin.clock();
  follow(twin.settle({}));
}

void RtlWarpSliceTable::follow(const WarpSliceTableTwin::Outputs& outputs) {
  for (unsigned e = 0; e < outputs.entries.size(); ++e) {
    const WarpSliceTableTwin::Entry& entry = outputs.entries[e];
    if (e < slots_) {
      put(e, {entry.warp, entry.lanes});
    } else if (entry.lanes.any()) {
      throw Error(
          ErrorKind::Internal,
          fmt::format("warp_slice_table: entry {} has lanes {:#x}, but the core has {} slots", e,
                      entry.lanes.bits(), slots_));
    }
  }
}

}  // namespace lanefold
