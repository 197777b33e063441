// SPDX-License-Identifier: Apache-2.0
// Compaction control.
#include "blocks/datapath/compaction_control.h"

#include <utility>

#include "decisions/compaction/in_order.h"
#include "decisions/execute/datapath.h"
#include "decisions/pipeline/hardware_thread.h"
#include "decisions/profile/flight_profile.h"

namespace lanefold {

CompactionControl::CompactionControl(const sc_core::sc_module_name& name, const CoreConfig& config,
                                     const CoreGeometry& geometry, LaunchStatistics& statistics)
    : CompactionControl(name, config, geometry, statistics, make_compactor(config.compaction),
                        issues_own_quads(config)) {}

CompactionControl::CompactionControl(const sc_core::sc_module_name& name, const CoreConfig& config,
                                     const CoreGeometry& geometry, LaunchStatistics& statistics,
                                     std::unique_ptr<Compactor> policy)
    : CompactionControl(name, config, geometry, statistics, std::move(policy), false) {}

CompactionControl::CompactionControl(const sc_core::sc_module_name& name, const CoreConfig& config,
                                     const CoreGeometry& geometry, LaunchStatistics& statistics,
                                     std::unique_ptr<Compactor> policy, bool own_quads)
    : sc_module(name),
      geometry_(geometry),
      statistics_(statistics),
      compactor_(std::move(policy)),
      one_quad_(make_compactor(CompactionPolicy::Bcc)),
      scalar_(scalar_use(config)),
      exact_(moves_quads(config)),
      own_quads_(own_quads) {}

void CompactionControl::take(WarpInstruction& instruction) {
  instruction.cycles = 0;
  if (instruction.unit != Unit::Control) settle(instruction);
  scheduled.send(instruction);
}

void CompactionControl::settle(WarpInstruction& instruction) {
  const QuadGeometry& geometry = geometry_.of_pass(*instruction.instruction);
  const bool computes = instruction.unit != Unit::Send;
  const bool once = computes && instruction.scalar.once;
  Schedule* schedule = exact_ && computes ? &instruction.schedule : nullptr;
  instruction.issued_lanes = issued_lanes(instruction, geometry);
  const Decision decision = once ? decide_once(instruction, geometry, schedule)
                                 : decide_all(instruction, geometry, schedule);
  instruction.cycles = decision.cycles;
  if (computes) {
    const unsigned useful = useful_slots(instruction.active, geometry);
    const unsigned operations = once ? 1 : instruction.active.count();
    statistics_.timed_eu_cycles += instruction.cycles;
    statistics_.ideal_slots += useful;
    statistics_.scalar.lane_operations += operations;
    statistics_.swizzled_lanes += decision.swizzled_lanes;
    if (instruction.profile == nullptr) return;
    InstructionCounts& counts = *instruction.profile->counts;
    counts.timed_eu_cycles += instruction.cycles;
    counts.ideal_slots += useful;
    counts.lane_operations += operations;
    if (decision.swizzled_lanes != 0) counts.swizzled_lanes += decision.swizzled_lanes;
  }
}

/// All of an instruction that is for all lanes of a warp, as RISC-V's are, is one decision.
inline CompactionControl::Decision CompactionControl::decide_all(const WarpInstruction& instruction,
                                                                 const QuadGeometry& geometry,
                                                                 Schedule* schedule) {
  if (own_quads_) return decide_in_slice(instruction, geometry, schedule);
  if (instruction.instruction->lanes != 0) return decide_passes(instruction, geometry, schedule);
  return decide(instruction.active, geometry, schedule);
}

/// An instruction with more lanes than an ALU takes at once is executed as several.
CompactionControl::Decision CompactionControl::decide_passes(const WarpInstruction& instruction,
                                                             const QuadGeometry& geometry,
                                                             Schedule* schedule) {
  Decision all;
  for_each_pass(*instruction.instruction, instruction.active, [&](LaneMask lanes) {
    const Decision pass = decide(lanes, geometry, schedule);
    all.cycles += pass.cycles;
    all.swizzled_lanes += pass.swizzled_lanes;
  });
  return all;
}

/// One lane is in its place in the first cycle.
CompactionControl::Decision CompactionControl::decide_once(const WarpInstruction& instruction,
                                                           const QuadGeometry& geometry,
                                                           Schedule* schedule) {
  const unsigned cycles =
      scalar_.saves_time ? 1 : decide_all(instruction, geometry, schedule).cycles;
  if (schedule != nullptr) {
    *schedule = one_quad_->schedule(LaneMask::lane(instruction.active.lowest()), geometry);
  }
  return {cycles, 0};
}

LaneMask CompactionControl::issued_lanes(const WarpInstruction& instruction,
                                         const QuadGeometry& geometry) const {
  if (instruction.instruction->lanes == 0) {
    const LaneMask issued = compactor_->issued_lanes(instruction.active, geometry);
    return own_quads_ ? issued & geometry.whole_quads(instruction.thread->assigned()) : issued;
  }
  LaneMask issued;
  unsigned first = instruction.instruction->first_lane;
  for_each_pass(*instruction.instruction, instruction.active, [&](LaneMask lanes) {
    issued |= LaneMask(compactor_->issued_lanes(lanes, geometry).bits() << first);
    first += kPassLanes;
  });
  return issued;
}

CompactionControl::Decision CompactionControl::decide_in_slice(const WarpInstruction& instruction,
                                                               const QuadGeometry& geometry,
                                                               Schedule* schedule) {
  if (schedule != nullptr) {
    *schedule = issue_in_order(instruction.active, instruction.issued_lanes, geometry);
  }
  return {geometry.active_quads(instruction.issued_lanes), 0};
}

CompactionControl::Decision CompactionControl::decide(LaneMask active, const QuadGeometry& geometry,
                                                      Schedule* schedule) {
  if (schedule != nullptr) {
    *schedule = compactor_->schedule(active, geometry);
    return {schedule->cycles(), schedule->swizzled_lanes()};
  }
  return {compactor_->cycles(active, geometry), compactor_->swizzled_lanes(active, geometry)};
}

}  // namespace lanefold
