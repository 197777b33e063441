// SPDX-License-Identifier: Apache-2.0
// The dependence check: read after write and write after write; operands are read at issue, in
// order.
#include "frontend/scoreboard.h"

#include <algorithm>
#include <ostream>

#include "isa/instruction.h"

namespace lanefold {
namespace {

std::uint64_t register_bit(unsigned index) { return std::uint64_t{1} << index; }

/// x0 is never written, so its place in the sets stands for an open fence of the thread.
constexpr std::uint64_t kFence = 1;

/// The row that an instruction writes, as a set; x0 and "none" give the empty set.
std::uint64_t destination(const Instruction& instruction) {
  if (instruction.kind == InstructionClass::Fence) return kFence;
  return instruction.writes_register() ? register_bit(instruction.rd) : 0;
}

/// What must be free. Memory instructions wait for an open fence; a thread ends when everything
/// else of it has.
std::uint64_t registers_of(const Instruction& instruction) {
  if (instruction.kind == InstructionClass::Exit) return ~std::uint64_t{0};
  // Unused sources are row 0, or the immediate of a CSR instruction.
  const std::uint64_t first = instruction.sources != 0 ? register_bit(instruction.rs1) : 0;
  const std::uint64_t rows = first | register_bit(instruction.rs2) | register_bit(instruction.rs3) |
                             destination(instruction);
  return instruction.unit == Unit::Send ? rows | kFence : rows & ~kFence;
}

bool is_memory(const Instruction& instruction) {
  return instruction.kind == InstructionClass::Load ||
         instruction.kind == InstructionClass::Atomic ||
         instruction.kind == InstructionClass::Fence;
}

}  // namespace

Scoreboard::Scoreboard(const sc_core::sc_module_name& name, unsigned threads)
    : sc_module(name), latch_(threads), pending_(threads) {}

void Scoreboard::take(WarpInstruction& instruction) {
  latch_[instruction.slot] = &instruction;
  latched_ |= register_bit(instruction.slot);
}

void Scoreboard::clear(WarpInstruction& instruction) {
  const std::uint64_t written = destination(*instruction.instruction);
  Pending& pending = pending_[instruction.slot];
  (is_memory(*instruction.instruction) ? pending.memory : pending.alu) &= ~written;
  stalled_ &= ~register_bit(instruction.slot);
}

void Scoreboard::tick(std::uint64_t arbiter_free) {
  for (std::uint64_t rest = latched_ & ~stalled_ & arbiter_free; rest != 0; rest &= rest - 1) {
    const auto slot = static_cast<unsigned>(__builtin_ctzll(rest));
    WarpInstruction* instruction = latch_[slot];
    Pending& pending = pending_[slot];
    const std::uint64_t needed = registers_of(*instruction->instruction);
    if ((needed & (pending.alu | pending.memory)) != 0) {
      stalled_ |= register_bit(slot);
      wait_for_memory_ = (needed & pending.memory) != 0 ? wait_for_memory_ | register_bit(slot)
                                                        : wait_for_memory_ & ~register_bit(slot);
      continue;
    }
    const bool from_memory = is_memory(*instruction->instruction);
    (from_memory ? pending.memory : pending.alu) |= destination(*instruction->instruction);
    latched_ &= ~register_bit(slot);
    ready.send(*instruction);
  }
}

void Scoreboard::reset() {
  std::fill(pending_.begin(), pending_.end(), Pending{});
  latched_ = stalled_ = wait_for_memory_ = 0;
}

void Scoreboard::describe(std::ostream& out) const {
  for (std::uint64_t rest = latched_; rest != 0; rest &= rest - 1) {
    const auto slot = static_cast<unsigned>(__builtin_ctzll(rest));
    out << name() << ": thread " << slot << " holds " << disassemble(*latch_[slot]->instruction)
        << ((wait_for_memory() & register_bit(slot)) != 0 ? ", waits for a load"
            : (wait_for_alu() & register_bit(slot)) != 0  ? ", waits for a result"
                                                          : "")
        << '\n';
  }
}

}  // namespace lanefold
