// SPDX-License-Identifier: Apache-2.0
// Counts issues that are alike at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "observers/profile/instruction_table.h"

namespace lanefold {

/// The same instruction in the same lanes mostly comes again soon. Issues are counted by number,
/// and what follows from them is added to the row when another one takes their place, or by
/// finish(): with few exceptions, that is one issue in three (ray tracing) to one in two hundred
/// (k-means).
class LatestIssues {
 public:
  /// A launch begins. What is still there belongs to one that has failed.
  void forget() { issues_.assign(issues_.size(), {}); }
  /// Of all cores, whose instructions have the same geometry.
  InstructionCounts& count(InstructionTable& table, const WarpInstruction& instruction,
                           CoreGeometry& geometry) {
    Issues& issues = issues_[place_of(instruction.pc, instruction.active)];
    if (issues.pc != instruction.pc || issues.mask != instruction.active) {
      flush(issues, table, geometry);
      issues = {instruction.pc, instruction.active, 0};
      table.name(instruction);
    }
    ++issues.times;
    return table.at(instruction.pc).counts;
  }
  /// The launch has ended, and its instructions are still there.
  void finish(InstructionTable& table, CoreGeometry& geometry) {
    for (const Issues& issues : issues_) flush(issues, table, geometry);
  }

 private:
  struct Issues {
    std::uint32_t pc = kNoPc;
    LaneMask mask;
    std::uint64_t times = 0;
  };
  static constexpr std::uint32_t kNoPc = 1;
  static constexpr unsigned kPlaceBits = 12;

  static std::size_t place_of(std::uint32_t pc, LaneMask mask) {
    const std::uint64_t mixed = mask.bits() * 0x9e3779b97f4a7c15 ^ pc * 0xc2b2ae3d27d4eb4f;
    return mixed >> (64 - kPlaceBits);
  }
  static void flush(const Issues& issues, InstructionTable& table, CoreGeometry& geometry) {
    if (issues.times != 0) table.count(issues.pc, issues.mask, geometry, issues.times);
  }

  std::vector<Issues> issues_{std::size_t{1} << kPlaceBits};
};

}  // namespace lanefold
