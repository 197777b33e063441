// SPDX-License-Identifier: Apache-2.0
// The execution-mask block.
#include "blocks/frontend/execution_mask.h"

#include "decisions/execute/executor.h"
#include "lanefold/execution_mask.h"

namespace lanefold {

ExecutionMask::ExecutionMask(const sc_core::sc_module_name& name) : sc_module(name) {}

void ExecutionMask::take(WarpInstruction& instruction) {
  Warp& warp = *instruction.warp;
  Slice& slice = *instruction.slice;
  instruction.dispatched = warp.dispatched();
  instruction.predicate = warp.registers().full;  // RISC-V code has no predicates
  instruction.active =
      combine(instruction.dispatched, slice.lanes().current().mask, instruction.predicate);
  instruction.off_by_memory = slice.lanes().on_miss().off_by_memory();
  if (!instruction.late) advance(slice, *instruction.instruction);
  masked.send(instruction);
}

LaneMask ExecutionMask::combine(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) {
  return execution_mask(dispatch, control_flow, predicate);
}

}  // namespace lanefold
