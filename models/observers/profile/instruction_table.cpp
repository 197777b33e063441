// SPDX-License-Identifier: Apache-2.0
// Counts of instructions, by pc.
#include "observers/profile/instruction_table.h"

#include <utility>

#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {

InstructionTable::Entry& InstructionTable::make(std::uint32_t pc) {
  const std::size_t number = pc / kSmallestInstruction;
  if (entries_.empty()) first_ = number;
  if (number < first_) {
    entries_.insert(entries_.begin(), first_ - number, Entry());
    first_ = number;
  }
  if (number - first_ >= entries_.size()) entries_.resize(number - first_ + 1);
  Entry& entry = entries_[number - first_];
  own_.emplace_back();
  entry.row = &own_.back();
  return entry;
}

InstructionTable::Row& InstructionTable::named(const WarpInstruction& instruction) {
  Entry& entry = entry_of(instruction.pc);
  entry.instruction = instruction.instruction;
  entry.row->kind = instruction.instruction->kind;
  entry.row->text = text_of(instruction);
  return *entry.row;
}

void InstructionTable::count(const Issues& issues, CoreGeometry& geometry) {
  const Entry& entry = entry_of(issues.pc());
  InstructionCounts& counts = entry.row->counts;
  counts.fpu_instructions += issues.to_fpu() ? issues.times() : 0;
  counts.em_instructions += issues.to_em() ? issues.times() : 0;
  count_issues(counts, *entry.instruction, issues.mask(), geometry, issues.times());
}

void InstructionTable::add(const InstructionTable& other) {
  other.for_each([this](std::uint32_t pc, const Row& row) {
    Row& own = at(pc);
    own.counts.add(row.counts);
    if (row.text.empty()) return;
    own.text = row.text;
    own.kind = row.kind;
  });
  no_instruction.add(other.no_instruction);
}

InstructionCounts InstructionTable::sum() const {
  InstructionCounts sum;
  for (const Row& row : own_) sum.add(row.counts);
  return sum;
}

}  // namespace lanefold
