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

constexpr std::uint32_t kSmallestInstruction = 4;  ///< bytes of which pcs are multiples

/// Issues of one instruction to one pipe in the same lanes. Four share a line of the host's cache.
class Issues {
 public:
  Issues() = default;
  explicit Issues(const WarpInstruction& issued)
      : where_(issued.pc | (issued.unit == Unit::Fpu ? kToFpu : 0) |
               (issued.unit == Unit::Em ? kToEm : 0)),
        times_(1),
        mask_(issued.active) {}

  std::uint32_t pc() const { return where_ & ~(kSmallestInstruction - 1); }
  bool to_fpu() const { return (where_ & kToFpu) != 0; }
  bool to_em() const { return (where_ & kToEm) != 0; }
  LaneMask mask() const { return mask_; }
  std::uint32_t times() const { return times_; }

  /// Counts others if they are alike, and there is room in the number.
  bool take(const Issues& others) {
    if (where_ != others.where_ || mask_ != others.mask_) return false;
    if (times_ > ~others.times_) return false;
    times_ += others.times_;
    return true;
  }
  /// The same of those that are alike; the high bits differ most.
  std::uint64_t hash() const {
    return mask_.bits() * 0x9e3779b97f4a7c15 ^ where_ * 0xc2b2ae3d27d4eb4f;
  }

 private:
  static constexpr std::uint32_t kToFpu = 1;
  static constexpr std::uint32_t kToEm = 2;

  std::uint32_t where_ = 0;  ///< the pc, and the pipe in the bits that are 0 in each
  std::uint32_t times_ = 0;
  LaneMask mask_;
};
static_assert(sizeof(Issues) == 16);

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
    const std::size_t place = place_of(instruction.pc);
    if (place < entries_.size() && entries_[place].instruction != nullptr) {
      return *entries_[place].row;
    }
    return named(instruction);
  }
  /// Counts issues of an instruction that row_of() knows.
  void count(const Issues& issues, CoreGeometry& geometry);

  /// `visit(pc, row)` in the order of pcs.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t place = 0; place < entries_.size(); ++place) {
      if (entries_[place].row == nullptr) continue;
      visit(static_cast<std::uint32_t>((place + first_) * kSmallestInstruction),
            *entries_[place].row);
    }
  }
  void add(const InstructionTable& other);
  /// All instructions.
  InstructionCounts sum() const;

  /// Slots that the ledger charges to no instruction.
  LaneLedger no_instruction;

 private:
  struct Entry {
    Row* row = nullptr;
    const PipelineInstruction* instruction = nullptr;  ///< during the launch
  };

  std::size_t place_of(std::uint32_t pc) const { return pc / kSmallestInstruction - first_; }
  Entry& entry_of(std::uint32_t pc) {
    const std::size_t place = place_of(pc);
    if (place < entries_.size() && entries_[place].row != nullptr) return entries_[place];
    return make(pc);
  }
  Entry& make(std::uint32_t pc);
  Row& named(const WarpInstruction& instruction);

  std::size_t first_ = 0;  ///< of entries_, in smallest instructions
  std::vector<Entry> entries_;
  std::deque<Row> own_;
};

}  // namespace lanefold
