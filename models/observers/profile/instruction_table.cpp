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
    if (own.text.empty()) own.text = row.text;
    if (!row.text.empty()) own.kind = row.kind;
  });
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    no_instruction.slots[i] += other.no_instruction.slots[i];
  }
}

void InstructionTable::count_issues(unsigned warp_width) {
  for (Row& row : own_) {
    if (row.instruction == nullptr) continue;
    const PipelineInstruction& instruction = *row.instruction;
    InstructionCounts& counts = row.counts;
    std::uint64_t issues = 0;
    for (std::size_t lanes = 0; lanes < counts.active_lanes.size(); ++lanes) {
      issues += counts.active_lanes[lanes];
      counts.lane_instructions += lanes * counts.active_lanes[lanes];
    }
    counts.warp_instructions = issues;
    counts.lanes_offered = issues * (instruction.lanes == 0 ? warp_width : instruction.lanes);
    counts.single_lane_instructions = instruction.lanes == 1 ? issues : 0;
    counts.unmasked_instructions = instruction.lanes != 0 && instruction.unmasked ? issues : 0;
    if (instruction.unit == Unit::Send) {
      counts.send_instructions = issues;
    } else if (instruction.unit != Unit::Control) {
      counts.alu_instructions = issues;
    }
    row.instruction = nullptr;
  }
}

InstructionCounts InstructionTable::sum() const {
  InstructionCounts sum;
  for (const Row& row : own_) sum.add(row.counts);
  return sum;
}

}  // namespace lanefold
