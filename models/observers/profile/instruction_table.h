// SPDX-License-Identifier: Apache-2.0
// What the instructions of one kernel have counted, by pc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "decisions/isa/pipeline_instruction.h"
#include "lanefold/instruction_counts.h"

namespace lanefold {

/// Every core of the machine counts in the same one. Only instructions that have counted anything
/// take room.
class InstructionTable {
 public:
  struct Row {
    InstructionCounts counts;
    std::string text;  ///< assembler; empty until the instruction has been issued
    InstructionClass kind = InstructionClass::Illegal;
    const PipelineInstruction* instruction = nullptr;  ///< during the launch
  };

  /// Stays where it is.
  Row& at(std::uint32_t pc) {
    const std::size_t place = pc / kSmallest - first_;
    if (place < rows_.size() && rows_[place] != nullptr) return *rows_[place];
    return make(pc);
  }
  /// `visit(pc, row)` in the order of pcs.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t place = 0; place < rows_.size(); ++place) {
      if (rows_[place] == nullptr) continue;
      visit(static_cast<std::uint32_t>((place + first_) * kSmallest), *rows_[place]);
    }
  }
  /// Fills in what follows from the number of active lanes at each issue.
  void count_issues(unsigned warp_width);
  void add(const InstructionTable& other);
  /// All instructions.
  InstructionCounts sum() const;

  /// Slots that the ledger charges to no instruction.
  LaneLedger no_instruction;

 private:
  static constexpr std::uint32_t kSmallest = 4;  ///< bytes of which pcs are multiples

  Row& make(std::uint32_t pc);

  std::size_t first_ = 0;  ///< of rows_, in units of the smallest instruction
  std::vector<Row*> rows_;
  std::deque<Row> own_;
};

}  // namespace lanefold
