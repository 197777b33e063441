// SPDX-License-Identifier: Apache-2.0
// The dependence check.
#include "blocks/frontend/scoreboard.h"

#include <ostream>

#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {
Scoreboard::Scoreboard(const sc_core::sc_module_name& name, unsigned threads,
                       ScoreboardWires& wires)
    : sc_module(name), threads_(threads), wires_(wires) {}

void Scoreboard::take(WarpInstruction& instruction) {
  threads_[instruction.slot].latch = &instruction;
  wires_.latched.set(instruction.slot);
}

void Scoreboard::clear(WarpInstruction& instruction) {
  let_go(instruction.slot, *instruction.instruction);
  wires_.stalled.reset(instruction.slot);
}

void Scoreboard::tick(SlotSet arbiter_free) {
  for (const unsigned slot : wires_.movable(arbiter_free)) {
    WarpInstruction* instruction = threads_[slot].latch;
    const Dependence dependence = check(slot, *instruction->instruction);
    if (dependence != Dependence::None) {
      wires_.stalled.set(slot);
      wires_.waits_for_memory.assign(slot, dependence == Dependence::Memory);
      continue;
    }
    wires_.latched.reset(slot);
    ready.send(*instruction);
  }
}

Dependence Scoreboard::check(unsigned slot, const PipelineInstruction& instruction) {
  DependenceCheck& dependences = threads_[slot].dependences;
  const Dependence dependence = dependences.of(instruction);
  if (dependence == Dependence::None) dependences.mark(instruction);
  return dependence;
}

void Scoreboard::let_go(unsigned slot, const PipelineInstruction& instruction) {
  threads_[slot].dependences.release(instruction);
}

void Scoreboard::forget() {
  for (Thread& thread : threads_) thread.dependences = {};
}

void Scoreboard::reset() {
  for (Thread& thread : threads_) thread.latch = nullptr;
  forget();
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
