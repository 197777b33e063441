// SPDX-License-Identifier: Apache-2.0
// Counts issued instructions.
#include "blocks/frontend/issue_counter.h"

namespace lanefold {

IssueCounter::IssueCounter(const sc_core::sc_module_name& name, CoreGeometry& geometry,
                           LaunchStatistics& statistics, const CoreClock& clock)
    : sc_module(name), geometry_(geometry), statistics_(statistics), clock_(clock) {}

void IssueCounter::take(WarpInstruction& instruction) {
  count_issue(statistics_, *instruction.instruction, instruction.unit, instruction.active,
              geometry_);
  issued_until_ = clock_.now() + 1;
  counted.send(instruction);
}

}  // namespace lanefold
