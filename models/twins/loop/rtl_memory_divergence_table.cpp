// SPDX-License-Identifier: Apache-2.0
// The memory divergence table with RTL inside.
#include "twins/loop/rtl_memory_divergence_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "lanefold/error.h"

namespace lanefold {
namespace {

std::uint64_t mdt_place(std::uint32_t pc, std::uint32_t depth) {
  return static_cast<std::uint64_t>(depth) << 32 | pc;
}

AskedTwin<MdtTwin> make_mdt(const std::string& name, const CoreContext& core,
                            const RtlWorld& world) {
  auto twin =
      make_mdt_twin(core.config.warp_width, core.config.slip.table_entries, {world.session, name});
  twin->reset();
  return AskedTwin(std::move(twin), world, "mdt");
}

}  // namespace

RtlMemoryDivergenceTable::RtlMemoryDivergenceTable(const std::string& name, const CoreContext& core,
                                                   const RtlWorld& world)
    : twin_(make_mdt(name, core, world)) {}

void RtlMemoryDivergenceTable::add(const LeftBehind& left) {
  MdtTwin::Inputs inputs;
  inputs.op = MdtTwin::Op::Leave;
  inputs.place = mdt_place(left.pc, left.depth);
  inputs.waiting = left.waiting;
  inputs.lanes = left.ready;
  if (carry_out(inputs).full) {
    throw Error(ErrorKind::Internal,
                fmt::format("mdt: full_o, but lanes can be left behind at pc {:#x}", left.pc));
  }
  entries_.push_back(left);
  follow();
}

void RtlMemoryDivergenceTable::arrive(LaneMask lanes) {
  MdtTwin::Inputs inputs;
  inputs.arrived = lanes;
  carry_out(inputs);
  follow();
}

LaneMask RtlMemoryDivergenceTable::take_ready(std::uint32_t pc, std::uint32_t depth,
                                              LaneMask allowed) {
  MdtTwin::Inputs inputs;
  inputs.op = MdtTwin::Op::Meet;
  inputs.place = mdt_place(pc, depth);
  inputs.lanes = allowed;
  const LaneMask taken = carry_out(inputs).ready & allowed;
  follow();
  return taken;
}

LeftBehind RtlMemoryDivergenceTable::take(std::size_t index) {
  const LeftBehind taken = entries_.at(index);
  MdtTwin::Inputs inputs;
  inputs.op = MdtTwin::Op::Take;
  inputs.index = static_cast<unsigned>(index);
  carry_out(inputs);
  follow();
  return taken;
}

void RtlMemoryDivergenceTable::clear() {
  MdtTwin::Inputs inputs;
  inputs.op = MdtTwin::Op::Clear;
  carry_out(inputs);
  follow();
}

/// One clock cycle; what the outputs are before its edge.
MdtTwin::Outputs RtlMemoryDivergenceTable::carry_out(const MdtTwin::Inputs& inputs) {
  MdtTwin& twin = twin_.ask();
  MdtTwin::Outputs outputs = twin.settle(inputs);
  twin.clock();
  return outputs;
}

/// The entries that the RTL has now, each with what is known of its place.
void RtlMemoryDivergenceTable::follow() {
  const MdtTwin::Outputs& now = twin_.look().settle({});
  std::vector<LeftBehind> entries;
  for (std::size_t e = 0; e < now.entries.size(); ++e) {
    if ((now.valid >> e & 1U) == 0) continue;
    const MdtTwin::Entry& entry = now.entries[e];
    const std::size_t known = index_of(
        [&](const LeftBehind& left) { return mdt_place(left.pc, left.depth) == entry.place; });
    if (known == entries_.size()) {
      throw Error(ErrorKind::Internal,
                  fmt::format("mdt: entry {} is at place {:#x}, where nobody was left behind", e,
                              entry.place));
    }
    entries.push_back(entries_[known]);
    entries.back().waiting = entry.waiting;
    entries.back().ready = entry.ready;
  }
  entries_ = std::move(entries);
}

}  // namespace lanefold
