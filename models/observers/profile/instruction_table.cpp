// SPDX-License-Identifier: Apache-2.0
// Counts of instructions, by pc.
#include "observers/profile/instruction_table.h"

#include <utility>

#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {

InstructionTable::Entry& InstructionTable::make(std::uint32_t pc) {
  const std::size_t number = pc / kSmallest;
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

void InstructionTable::begin(Entry& entry, const WarpInstruction& instruction,
                             CoreGeometry& geometry) {
  flush(entry, geometry);
  entry.mask = instruction.active;
  if (entry.instruction != nullptr) return;
  entry.instruction = instruction.instruction;
  entry.row->kind = instruction.instruction->kind;
  entry.row->text = text_of(instruction);
}

/// Like count_issue, but for what depends on the pipe that took the instruction.
void InstructionTable::flush(Entry& entry, CoreGeometry& geometry) {
  const std::uint64_t times = std::exchange(entry.times, 0);
  if (times == 0) return;
  const PipelineInstruction& instruction = *entry.instruction;
  InstructionCounts& counts = entry.row->counts;
  const unsigned lanes = entry.mask.count();
  counts.warp_instructions += times;
  counts.lane_instructions += lanes * times;
  counts.active_lanes[lanes] += times;
  counts.lanes_offered +=
      (instruction.lanes == 0 ? geometry.bits_32.lanes() : instruction.lanes) * times;
  counts.single_lane_instructions += instruction.lanes == 1 ? times : 0;
  counts.unmasked_instructions += instruction.lanes != 0 && instruction.unmasked ? times : 0;
  if (instruction.unit == Unit::Send) counts.send_instructions += times;
  if (instruction.unit == Unit::Send || instruction.unit == Unit::Control) return;
  counts.alu_instructions += times;
  MaskCosts& costs = geometry.costs(instruction);
  if (instruction.lanes == 0) return counts.eu_cycles.add(costs.of(entry.mask), times);
  for_each_pass(instruction, entry.mask,
                [&](LaneMask pass) { counts.eu_cycles.add(costs.of(pass), times); });
}

void InstructionTable::finish(CoreGeometry& geometry) {
  for (Entry& entry : entries_) {
    flush(entry, geometry);
    entry.instruction = nullptr;
  }
}

void InstructionTable::add(const InstructionTable& other) {
  other.for_each([this](std::uint32_t pc, const Row& row) {
    Row& own = at(pc);
    own.counts.add(row.counts);
    if (row.text.empty()) return;
    own.text = row.text;
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
