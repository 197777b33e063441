// SPDX-License-Identifier: Apache-2.0
// Predicates.
#include "blocks/frontend/predicate_mask.h"

#include "decisions/pipeline/hardware_thread.h"
#include "lanefold/execution_mask.h"

namespace lanefold {

PredicateMask::PredicateMask(const sc_core::sc_module_name& name, const CoreClock& clock)
    : sc_module(name), clock_(clock) {}

/// The execution mask is known from now on, and what is made of it takes its time from then.
void PredicateMask::take(WarpInstruction& instruction) {
  if (instruction.instruction->predicated) {
    instruction.predicate = instruction.thread->predicate(instruction);
    instruction.active = combine(instruction.active, instruction.predicate);
    instruction.masked = clock_.now();
  }
  predicated.send(instruction);
}

LaneMask PredicateMask::combine(LaneMask enabled, LaneMask predicate) {
  return execution_mask(enabled, enabled, predicate);
}

}  // namespace lanefold
