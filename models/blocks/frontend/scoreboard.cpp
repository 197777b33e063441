// SPDX-License-Identifier: Apache-2.0
// The dependence check: read after write and write after write; operands are read at issue, in
// order.
#include "blocks/frontend/scoreboard.h"

#include <algorithm>
#include <ostream>

namespace lanefold {
namespace {

bool is_memory(const Instruction& instruction) {
  return reads_memory(instruction) || instruction.kind == InstructionClass::Fence;
}

}  // namespace

Scoreboard::Scoreboard(const sc_core::sc_module_name& name, unsigned threads)
    : sc_module(name), threads_(threads) {}

void Scoreboard::take(WarpInstruction& instruction) {
  threads_[instruction.slot].latch = &instruction;
  latched_.set(instruction.slot);
}

void Scoreboard::clear(WarpInstruction& instruction) {
  Thread& thread = threads_[instruction.slot];
  IndexSet& rows = is_memory(*instruction.instruction) ? thread.memory : thread.alu;
  rows = rows.without(instruction.instruction->writes);
  stalled_.reset(instruction.slot);
}

void Scoreboard::tick(SlotSet arbiter_free) {
  for (const unsigned slot : movable(arbiter_free)) {
    Thread& thread = threads_[slot];
    WarpInstruction* instruction = thread.latch;
    const IndexSet needed = instruction->instruction->needs;
    if ((needed & (thread.alu | thread.memory)).any()) {
      stalled_.set(slot);
      wait_for_memory_.assign(slot, (needed & thread.memory).any());
      continue;
    }
    const bool from_memory = is_memory(*instruction->instruction);
    (from_memory ? thread.memory : thread.alu) |= instruction->instruction->writes;
    latched_.reset(slot);
    ready.send(*instruction);
  }
}

void Scoreboard::reset() {
  std::fill(threads_.begin(), threads_.end(), Thread{});
  latched_ = stalled_ = wait_for_memory_ = {};
}

void Scoreboard::describe(std::ostream& out) const {
  for (const unsigned slot : latched_) {
    out << name() << ": thread " << slot << " holds "
        << disassemble(*threads_[slot].latch->instruction)
        << (wait_for_memory().test(slot) ? ", waits for a load"
            : wait_for_alu().test(slot)  ? ", waits for a result"
                                         : "")
        << '\n';
  }
}

}  // namespace lanefold
