// SPDX-License-Identifier: Apache-2.0
// Counts issued instructions.
#include "blocks/frontend/issue_counter.h"

namespace lanefold {

IssueCounter::IssueCounter(const sc_core::sc_module_name& name, CoreGeometry& geometry,
                           LaunchStatistics& statistics, const CoreClock& clock)
    : sc_module(name), geometry_(geometry), statistics_(statistics), clock_(clock) {}

void IssueCounter::take(WarpInstruction& instruction) {
  const Instruction* decoded = instruction.instruction;
  BlockCounts one = count_instructions(decoded, decoded);
  one.em = instruction.unit == Unit::Em ? 1 : 0;
  one.fpu = instruction.unit == Unit::Fpu ? 1 : 0;
  count_activity(statistics_, one, instruction.active, geometry_);
  issued_until_ = clock_.now() + 1;
  counted.send(instruction);
}

}  // namespace lanefold
