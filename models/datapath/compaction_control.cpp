// SPDX-License-Identifier: Apache-2.0
// Compaction control.
#include "datapath/compaction_control.h"

#include "execute/datapath.h"

namespace lanefold {

CompactionControl::CompactionControl(const sc_core::sc_module_name& name, const CoreConfig& config,
                                     const CoreGeometry& geometry, LaunchStatistics& statistics)
    : sc_module(name),
      geometry_(geometry),
      statistics_(statistics),
      compactor_(make_compactor(config.compaction)),
      exact_(parse_datapath(config.datapath) == Datapath::Exact) {}

void CompactionControl::take(WarpInstruction& instruction) {
  const QuadGeometry& geometry = geometry_.of(*instruction.instruction);
  instruction.cycles = compactor_->cycles(instruction.active, geometry);
  instruction.issued_lanes = compactor_->issued_lanes(instruction.active, geometry);
  if (instruction.unit != Unit::Send) {
    statistics_.timed_eu_cycles += instruction.cycles;
    statistics_.ideal_slots += useful_slots(instruction.active, geometry);
    statistics_.swizzled_lanes += compactor_->swizzled_lanes(instruction.active, geometry);
    if (exact_) instruction.schedule = compactor_->schedule(instruction.active, geometry);
  }
  scheduled.send(instruction);
}

}  // namespace lanefold
