// SPDX-License-Identifier: Apache-2.0
// Counts of instructions, by pc.
#include "observers/profile/instruction_table.h"

namespace lanefold {

InstructionTable::Row& InstructionTable::make(std::uint32_t pc) {
  const std::size_t number = pc / kSmallest;
  if (rows_.empty()) first_ = number;
  if (number < first_) {
    rows_.insert(rows_.begin(), first_ - number, nullptr);
    first_ = number;
  }
  if (number - first_ >= rows_.size()) rows_.resize(number - first_ + 1);
  own_.emplace_back();
  return *(rows_[number - first_] = &own_.back());
}

void InstructionTable::add(const InstructionTable& other) {
  other.for_each([this](std::uint32_t pc, const Row& row) {
    Row& own = at(pc);
    own.counts.add(row.counts);
    if (!own.decoded()) own.text = row.text;
    own.kind = row.kind;
  });
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    no_instruction.slots[i] += other.no_instruction.slots[i];
  }
}

InstructionCounts InstructionTable::sum() const {
  InstructionCounts sum;
  for (const Row& row : own_) sum.add(row.counts);
  return sum;
}

}  // namespace lanefold
