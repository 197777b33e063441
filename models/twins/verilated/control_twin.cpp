// SPDX-License-Identifier: Apache-2.0
// Names of the control blocks, and their answers as schedules.
#include "twins/verilated/control_twin.h"

#include <fmt/format.h>

#include "lanefold/error.h"

namespace lanefold {
namespace {

[[noreturn]] void throw_no_schedule(LaneMask mask, const std::string& reason) {
  throw Error(ErrorKind::Internal,
              fmt::format("the RTL answers mask {:#x} with no schedule: {}", mask.bits(), reason));
}

}  // namespace

const char* control_block_name(ControlBlock block) {
  return kControlBlockNames[static_cast<std::size_t>(block)].module;
}
CompactionPolicy control_block_policy(ControlBlock block) {
  return kControlBlockNames[static_cast<std::size_t>(block)].policy;
}

ControlBlock control_block_of(CompactionPolicy policy) {
  for (const ControlBlock block : kControlBlocks) {
    if (policy == control_block_policy(block)) {
      return block;
    }
  }
  throw Error(ErrorKind::Configuration,
              fmt::format("no RTL implements the compaction policy {}", name_of(policy)));
}

Schedule ControlTwin::schedule(LaneMask mask) {
  const ControlAnswer& answer = decide(mask);
  const unsigned positions = geometry_.positions();
  if (answer.cycles > geometry_.quads()) {
    throw_no_schedule(mask, fmt::format("it takes {} cycles", answer.cycles));
  }
  if (!LaneMask::first(answer.cycles * positions).contains(answer.enabled)) {
    throw_no_schedule(mask, "it issues lanes after its last cycle");
  }
  Schedule schedule(answer.cycles, geometry_);
  for_each_lane(answer.enabled, [&](unsigned slot) {
    const unsigned lane = answer.quad[slot] * positions + answer.position[slot];
    if (lane >= geometry_.lanes() || schedule.lanes().test(lane)) {
      throw_no_schedule(mask, fmt::format("it issues lane {} twice or has no such lane", lane));
    }
    schedule.issue(slot / positions, slot % positions, lane);
  });
  if (schedule.lanes() != mask) {
    throw_no_schedule(mask, fmt::format("it issues the lanes {:#x}", schedule.lanes().bits()));
  }
  return schedule;
}

}  // namespace lanefold
