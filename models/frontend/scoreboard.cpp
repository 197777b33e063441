// SPDX-License-Identifier: Apache-2.0
// The dependence check: read after write and write after write; operands are read at issue, in
// order.
#include "frontend/scoreboard.h"

#include <algorithm>
#include <ostream>

#include "isa/instruction.h"

namespace lanefold {
namespace {

/// x0 is never written, so its place in the sets stands for an open fence of the thread.
constexpr IndexSet kFence = IndexSet::of(0);

/// The row that an instruction writes, as a set; x0 and "none" give the empty set.
IndexSet destination(const Instruction& instruction) {
  if (instruction.kind == InstructionClass::Fence) return kFence;
  return instruction.writes_register() ? IndexSet::of(instruction.rd) : IndexSet();
}

/// What must be free. Memory instructions wait for an open fence; a thread ends when everything
/// else of it has.
IndexSet registers_of(const Instruction& instruction) {
  if (instruction.kind == InstructionClass::Exit) return IndexSet::all();
  IndexSet rows = destination(instruction);
  // Unused sources are row 0, or the immediate of a CSR instruction.
  if (instruction.sources != 0) rows.set(instruction.rs1);
  rows.set(instruction.rs2);
  rows.set(instruction.rs3);
  return instruction.unit == Unit::Send ? rows | kFence : rows.without(kFence);
}

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
  rows = rows.without(destination(*instruction.instruction));
  stalled_.reset(instruction.slot);
}

void Scoreboard::tick(SlotSet arbiter_free) {
  for (const unsigned slot : movable(arbiter_free)) {
    WarpInstruction* instruction = latch_[slot];
    Pending& pending = pending_[slot];
    const IndexSet needed = registers_of(*instruction->instruction);
    if ((needed & (pending.alu | pending.memory)).any()) {
      stalled_.set(slot);
      wait_for_memory_.assign(slot, (needed & pending.memory).any());
      continue;
    }
    const bool from_memory = is_memory(*instruction->instruction);
    (from_memory ? pending.memory : pending.alu) |= destination(*instruction->instruction);
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
