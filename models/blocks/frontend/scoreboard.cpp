// SPDX-License-Identifier: Apache-2.0
// The dependence check: read after write and write after write; operands are read at issue, in
// order.
#include "blocks/frontend/scoreboard.h"

#include <algorithm>
#include <ostream>

#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {
namespace {

bool is_memory(const PipelineInstruction& instruction) {
  return reads_memory(instruction) || instruction.kind == InstructionClass::Fence;
}

}  // namespace

Scoreboard::Scoreboard(const sc_core::sc_module_name& name, unsigned threads,
                       ScoreboardWires& wires)
    : sc_module(name), threads_(threads), wires_(wires) {}

void Scoreboard::take(WarpInstruction& instruction) {
  threads_[instruction.slot].latch = &instruction;
  wires_.latched.set(instruction.slot);
}

void Scoreboard::clear(WarpInstruction& instruction) {
  Thread& thread = threads_[instruction.slot];
  RegisterSet& rows = is_memory(*instruction.instruction) ? thread.memory : thread.alu;
  rows = rows.without(instruction.instruction->writes);
  wires_.stalled.reset(instruction.slot);
}

void Scoreboard::tick(SlotSet arbiter_free) {
  for (const unsigned slot : wires_.movable(arbiter_free)) {
    Thread& thread = threads_[slot];
    WarpInstruction* instruction = thread.latch;
    const RegisterSet& needed = instruction->instruction->needs;
    const bool waits_for_memory = needed.meets(thread.memory);
    if (waits_for_memory || needed.meets(thread.alu)) {
      wires_.stalled.set(slot);
      wires_.waits_for_memory.assign(slot, waits_for_memory);
      continue;
    }
    const bool from_memory = is_memory(*instruction->instruction);
    (from_memory ? thread.memory : thread.alu) |= instruction->instruction->writes;
    wires_.latched.reset(slot);
    ready.send(*instruction);
  }
}

void Scoreboard::reset() {
  std::fill(threads_.begin(), threads_.end(), Thread{});
  wires_ = {};
}

void Scoreboard::describe(std::ostream& out) const {
  for (const unsigned slot : wires_.latched) {
    out << name() << ": thread " << slot << " holds " << text_of(*threads_[slot].latch)
        << (wires_.wait_for_memory().test(slot) ? ", waits for a load"
            : wires_.wait_for_alu().test(slot)  ? ", waits for a result"
                                                : "")
        << '\n';
  }
}

}  // namespace lanefold
