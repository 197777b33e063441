// SPDX-License-Identifier: Apache-2.0
// The sequencer as a control block.
#include "twins/loop/sequenced_control.h"

#include <fmt/format.h>

#include <string>

#include "lanefold/compaction_sequencer.h"
#include "lanefold/error.h"
#include "twins/loop/rtl_place.h"
#include "twins/loop/rtl_widths.h"

namespace lanefold {
namespace {

/// No schedule is longer than the lanes of the widest warp one by one.
constexpr std::size_t kMostCycles = 64;

constexpr const char* kName = "compaction_sequencer";

std::unique_ptr<SequencerTwin> make_twin(const CoreConfig& config, const TwinPlace& place) {
  auto twin = make_sequencer_twin(rtl_alu_lanes(config), config.alu_width,
                                  config.compaction == CompactionPolicy::SccFifo, place);
  twin->reset(kCyclesOfReset);
  return twin;
}

[[noreturn]] void refuse(LaneMask mask, const std::string& what) {
  throw Error(ErrorKind::Internal, fmt::format("{}, mask {:#x}: {}", kName, mask.bits(), what));
}

void issue(Schedule& schedule, unsigned cycle, const SequencerTwin::Outputs& micro_op,
           LaneMask mask, const QuadGeometry& geometry) {
  for_each_lane(micro_op.enable, [&](unsigned position) {
    const unsigned quad = micro_op.quad[position];
    const unsigned lane = quad * geometry.quad_lanes() + micro_op.position[position];
    const bool exists = position < schedule.positions() && quad < geometry.quads() &&
                        micro_op.position[position] < geometry.positions();
    if (!exists || !mask.test(lane) || schedule.lanes().test(lane)) {
      refuse(mask, fmt::format("micro-op {} issues Q{}.{} at position {}", cycle, quad,
                               micro_op.position[position], position));
    }
    schedule.issue(cycle, position, lane);
  });
}

}  // namespace

Schedule schedule_of(const std::vector<SequencerTwin::Outputs>& micro_ops, LaneMask mask,
                     const QuadGeometry& geometry) {
  const auto cycles = static_cast<unsigned>(micro_ops.size());
  if (cycles > geometry.quads()) refuse(mask, fmt::format("{} micro-ops are too many", cycles));
  Schedule schedule(cycles, geometry);
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    const SequencerTwin::Outputs& micro_op = micro_ops[cycle];
    if (micro_op.first != (cycle == 0) || micro_op.last != (cycle + 1 == cycles)) {
      refuse(mask, fmt::format("micro-op {} of {} has first {} and last {}", cycle, cycles,
                               micro_op.first, micro_op.last));
    }
    issue(schedule, cycle, micro_op, mask, geometry);
  }
  if (schedule.lanes() != mask) {
    refuse(mask, fmt::format("only lanes {:#x} are issued", schedule.lanes().bits()));
  }
  return schedule;
}

SequencedControl::SequencedControl(const sc_core::sc_object& block, const CoreConfig& config,
                                   const RtlWorld& world)
    : twin_(make_twin(config, place_in(block, world.session, kName)), world, kName) {
  inputs_.policy = static_cast<unsigned>(sequenced_policy(config.compaction).value());
  inputs_.ready = true;
}

Schedule SequencedControl::schedule(LaneMask mask, const QuadGeometry& geometry) {
  SequencerTwin& twin = twin_.ask();
  micro_ops_.clear();
  inputs_.valid = true;
  inputs_.mask = mask;
  inputs_.operand = static_cast<unsigned>(sequenced_operand(geometry.operand_bits()));
  const SequencerTwin::Outputs* outputs = &twin.settle(inputs_);
  if (!outputs->ready || outputs->valid) refuse(mask, "not idle between instructions");
  twin.clock();
  inputs_.valid = false;
  while ((outputs = &twin.settle(inputs_))->valid) {
    micro_ops_.push_back(*outputs);
    if (micro_ops_.size() > kMostCycles) refuse(mask, "its micro-ops do not end");
    twin.clock();
  }
  return schedule_of(micro_ops_, mask, geometry);
}

}  // namespace lanefold
