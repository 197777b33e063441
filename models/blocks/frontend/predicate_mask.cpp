// SPDX-License-Identifier: Apache-2.0
// Predicates.
#include "blocks/frontend/predicate_mask.h"

#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {

PredicateMask::PredicateMask(const sc_core::sc_module_name& name) : sc_module(name) {}

void PredicateMask::take(WarpInstruction& instruction) {
  if (instruction.instruction->predicated) {
    instruction.predicate = instruction.thread->predicate(instruction);
    instruction.active &= instruction.predicate;
  }
  predicated.send(instruction);
}

}  // namespace lanefold
