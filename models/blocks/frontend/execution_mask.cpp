// SPDX-License-Identifier: Apache-2.0
// The execution-mask block.
#include "blocks/frontend/execution_mask.h"

#include "decisions/pipeline/hardware_thread.h"
#include "lanefold/execution_mask.h"

namespace lanefold {

ExecutionMask::ExecutionMask(const sc_core::sc_module_name& name) : sc_module(name) {}

void ExecutionMask::take(WarpInstruction& instruction) {
  HardwareThread& thread = *instruction.thread;
  const ThreadMasks masks = thread.masks(*instruction.instruction);
  instruction.dispatched = masks.dispatched;
  instruction.predicate = masks.predicate;
  instruction.active = combine(masks.dispatched, masks.control_flow, masks.predicate);
  instruction.off_by_memory = masks.off_by_memory;
  instruction.enabled = masks.enabled;
  if (!instruction.late) thread.advance(*instruction.instruction);
  masked.send(instruction);
}

LaneMask ExecutionMask::combine(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) {
  return execution_mask(dispatch, control_flow, predicate);
}

}  // namespace lanefold
