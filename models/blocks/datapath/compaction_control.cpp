// SPDX-License-Identifier: Apache-2.0
// Compaction control.
#include "blocks/datapath/compaction_control.h"

#include <utility>

#include "decisions/execute/datapath.h"

namespace lanefold {

CompactionControl::CompactionControl(const sc_core::sc_module_name& name, const CoreConfig& config,
                                     const CoreGeometry& geometry, LaunchStatistics& statistics)
    : CompactionControl(name, config, geometry, statistics, make_compactor(config.compaction)) {}

CompactionControl::CompactionControl(const sc_core::sc_module_name& name, const CoreConfig& config,
                                     const CoreGeometry& geometry, LaunchStatistics& statistics,
                                     std::unique_ptr<Compactor> policy)
    : sc_module(name),
      geometry_(geometry),
      statistics_(statistics),
      compactor_(std::move(policy)),
      one_quad_(make_compactor(CompactionPolicy::Bcc)),
      scalar_(scalar_use(config)),
      exact_(moves_quads(config)) {}

void CompactionControl::take(WarpInstruction& instruction) {
  const QuadGeometry& geometry = geometry_.of(*instruction.instruction);
  const bool computes = instruction.unit != Unit::Send;
  const bool once = computes && instruction.scalar.once;
  Schedule* schedule = exact_ && computes ? &instruction.schedule : nullptr;
  const Decision decision = once ? decide_once(instruction, geometry, schedule)
                                 : decide(instruction.active, geometry, schedule);
  instruction.cycles = decision.cycles;
  instruction.issued_lanes = compactor_->issued_lanes(instruction.active, geometry);
  if (computes) {
    statistics_.timed_eu_cycles += instruction.cycles;
    statistics_.ideal_slots += useful_slots(instruction.active, geometry);
    statistics_.scalar.lane_operations += once ? 1 : instruction.active.count();
    statistics_.swizzled_lanes += decision.swizzled_lanes;
  }
  scheduled.send(instruction);
}

/// One lane is in its place in the first cycle.
CompactionControl::Decision CompactionControl::decide_once(const WarpInstruction& instruction,
                                                           const QuadGeometry& geometry,
                                                           Schedule* schedule) {
  const unsigned cycles =
      scalar_.saves_time ? 1 : decide(instruction.active, geometry, schedule).cycles;
  if (schedule != nullptr) {
    *schedule = one_quad_->schedule(LaneMask::lane(instruction.active.lowest()), geometry);
  }
  return {cycles, 0};
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
