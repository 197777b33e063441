// SPDX-License-Identifier: Apache-2.0
// The dependence check: read after write and write after write; operands are read at issue, in
// order.
#include "frontend/scoreboard.h"

#include <algorithm>
#include <ostream>

namespace lanefold {
namespace {

bool is_memory(const Instruction& instruction) {
  return reads_memory(instruction) || instruction.kind == InstructionClass::Fence;
}

}  // namespace

Scoreboard::Scoreboard(const sc_core::sc_module_name& name, unsigned threads)
    : sc_module(name), latch_(threads), pending_(threads) {}

void Scoreboard::take(WarpInstruction& instruction) {
  latch_[instruction.slot] = &instruction;
  latched_.set(instruction.slot);
}

void Scoreboard::clear(WarpInstruction& instruction) {
  Pending& pending = pending_[instruction.slot];
  IndexSet& rows = is_memory(*instruction.instruction) ? pending.memory : pending.alu;
  rows = rows.without(instruction.instruction->writes);
  stalled_.reset(instruction.slot);
}

void Scoreboard::tick(SlotSet arbiter_free) {
  for (const unsigned slot : movable(arbiter_free)) {
    WarpInstruction* instruction = latch_[slot];
    Pending& pending = pending_[slot];
    const IndexSet needed = instruction->instruction->needs;
    if ((needed & (pending.alu | pending.memory)).any()) {
      stalled_.set(slot);
      wait_for_memory_.assign(slot, (needed & pending.memory).any());
      continue;
    }
    const bool from_memory = is_memory(*instruction->instruction);
    (from_memory ? pending.memory : pending.alu) |= instruction->instruction->writes;
    latched_.reset(slot);
    ready.send(*instruction);
  }
}

void Scoreboard::reset() {
  std::fill(pending_.begin(), pending_.end(), Pending{});
  latched_ = stalled_ = wait_for_memory_ = {};
}

void Scoreboard::describe(std::ostream& out) const {
  for (const unsigned slot : latched_) {
    out << name() << ": thread " << slot << " holds " << disassemble(*latch_[slot]->instruction)
        << (wait_for_memory().test(slot) ? ", waits for a load"
            : wait_for_alu().test(slot)  ? ", waits for a result"
                                         : "")
        << '\n';
  }
}

}  // namespace lanefold
