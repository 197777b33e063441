// SPDX-License-Identifier: Apache-2.0
// What the instructions of one kernel have counted, by pc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "decisions/pipeline/core_geometry.h"
#include "decisions/pipeline/warp_instruction.h"
#include "lanefold/instruction_counts.h"

namespace lanefold {

/// An instruction that issues to `unit` in the lanes of `mask`.
struct Issue {
  std::uint32_t pc = 0;
  Unit unit = Unit::Fpu;
  LaneMask mask;
};

/// Every core of the machine counts in the same one. Only instructions that have counted anything
/// take room.
class InstructionTable {
 public:
  struct Row {
    InstructionCounts counts;
    std::string text;  ///< assembler; empty until the instruction has been issued
    InstructionClass kind = InstructionClass::Illegal;
  };

  /// Stays where it is.
  Row& at(std::uint32_t pc) { return *entry_of(pc).row; }
  /// Of an instruction that issues: the row has its text.
  Row& row_of(const WarpInstruction& instruction) {
    Entry& entry = entry_of(instruction.pc);
    if (entry.instruction == nullptr) name(entry, instruction);
    return *entry.row;
  }
  /// Counts `times` such issues, of an instruction that row_of() knows.
  void count(const Issue& issue, CoreGeometry& geometry, std::uint64_t times);

  /// `visit(pc, row)` in the order of pcs.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t place = 0; place < entries_.size(); ++place) {
      if (entries_[place].row == nullptr) continue;
      visit(static_cast<std::uint32_t>((place + first_) * kSmallest), *entries_[place].row);
    }
  }
  void add(const InstructionTable& other);
  /// All instructions.
  InstructionCounts sum() const;

  /// Slots that the ledger charges to no instruction.
  LaneLedger no_instruction;

 private:
  static constexpr std::uint32_t kSmallest = 4;  ///< bytes of which pcs are multiples

  struct Entry {
    Row* row = nullptr;
    const PipelineInstruction* instruction = nullptr;  ///< during the launch
  };

  Entry& entry_of(std::uint32_t pc) {
    const std::size_t place = pc / kSmallest - first_;
    if (place < entries_.size() && entries_[place].row != nullptr) return entries_[place];
    return make(pc);
  }
  Entry& make(std::uint32_t pc);
  static void name(Entry& entry, const WarpInstruction& instruction);

  std::size_t first_ = 0;  ///< of entries_, in units of the smallest instruction
  std::vector<Entry> entries_;
  std::deque<Row> own_;
};

}  // namespace lanefold
