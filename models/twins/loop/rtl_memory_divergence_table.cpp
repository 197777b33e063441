// SPDX-License-Identifier: Apache-2.0
// The memory divergence table with RTL inside.
#include "twins/loop/rtl_memory_divergence_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "lanefold/error.h"

namespace lanefold {
namespace {

AskedTwin<MdtTwin> make_mdt(const sc_core::sc_object& block, unsigned slot,
                            const CoreConfig& config, const RtlWorld& world) {
  return after_reset(make_mdt_twin(config.warp_width, config.slip.table_entries,
                                   place_in(block, world.session, fmt::format("mdt_{}", slot))),
                     world, "mdt");
}

MdtTwin::Inputs inputs_of(const MdtRequest& request) {
  MdtTwin::Inputs inputs;
  inputs.place = mdt_place(request.left.pc, request.left.depth);
  switch (request.kind) {
    case MdtRequest::Kind::Add:
      inputs.op = MdtTwin::Op::Leave;
      inputs.waiting = request.left.waiting;
      inputs.lanes = request.left.ready;
      break;
    case MdtRequest::Kind::Arrive:
      inputs.arrived = request.lanes;
      break;
    case MdtRequest::Kind::TakeReady:
      inputs.op = MdtTwin::Op::Meet;
      inputs.lanes = request.lanes;
      break;
    case MdtRequest::Kind::Take:
      inputs.op = MdtTwin::Op::Take;
      inputs.index = static_cast<unsigned>(request.index);
      break;
    case MdtRequest::Kind::Clear:
      inputs.op = MdtTwin::Op::Clear;
      break;
  }
  return inputs;
}

/// The entries of the RTL, each with what is known of its place.
std::vector<LeftBehind> entries_of(const MdtTwin::Outputs& outputs,
                                   const std::vector<LeftBehind>& known) {
  std::vector<LeftBehind> entries;
  for (std::size_t e = 0; e < outputs.entries.size(); ++e) {
    if ((outputs.valid >> e & 1U) == 0) continue;
    const MdtTwin::Entry& entry = outputs.entries[e];
    const auto at_place = [&](const LeftBehind& left) {
      return mdt_place(left.pc, left.depth) == entry.place;
    };
    const auto place = std::find_if(known.begin(), known.end(), at_place);
    if (place == known.end()) {
      throw Error(ErrorKind::Internal,
                  fmt::format("mdt: entry {} is at place {:#x}, where nobody was left behind", e,
                              entry.place));
    }
    entries.push_back(*place);
    entries.back().waiting = entry.waiting;
    entries.back().ready = entry.ready;
  }
  return entries;
}

}  // namespace

RtlMemoryDivergenceTable::RtlMemoryDivergenceTable(const sc_core::sc_module_name& name,
                                                   const CoreContext& core, const RtlWorld& world)
    : MemoryDivergenceTable(name, core.config, core.clock) {
  for (unsigned slot = 0; slot < slots_of(core.config); ++slot) {
    twins_.push_back(make_mdt(*this, slot, core.config, world));
  }
}

/// One clock cycle. The answer is that of the outputs before its edge.
void RtlMemoryDivergenceTable::carry_out(MdtRequest& request) {
  MdtTwin& twin = twins_[request.slot].ask();
  std::vector<LeftBehind> known = of_slot(request.slot).entries();
  const MdtTwin::Outputs& before = twin.settle(inputs_of(request));
  if (request.kind == MdtRequest::Kind::Add) {
    if (before.full) {
      throw Error(
          ErrorKind::Internal,
          fmt::format("mdt: full_o, but lanes can be left behind at pc {:#x}", request.left.pc));
    }
    known.push_back(request.left);
  } else if (request.kind == MdtRequest::Kind::TakeReady) {
    request.lanes = request.lanes & before.ready;
  } else if (request.kind == MdtRequest::Kind::Take) {
    request.left = known.at(request.index);
  }
  twin.clock();
  assign(request.slot, entries_of(twin.settle({}), known));
}

}  // namespace lanefold
