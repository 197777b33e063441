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
/// finish(): that is two issues in five (ray tracing) to one in seven hundred (k-means).
class LatestIssues {
 public:
  /// A launch begins. What is still there belongs to one that has failed.
  void forget() {
    issues_.assign(issues_.size(), {});
    latest_ = {};
  }
  /// Of all cores, whose instructions have the same geometry. The host fetches the place of an
  /// issue until the next one comes.
  void count(InstructionTable& table, std::uint32_t pc, LaneMask mask, CoreGeometry& geometry) {
    Issues& next = issues_[place_of(pc, mask)];
    __builtin_prefetch(&next, 1);
    add_latest(table, geometry);
    latest_ = {&next, pc, mask};
  }
  /// The launch has ended, and its instructions are still there.
  void finish(InstructionTable& table, CoreGeometry& geometry) {
    add_latest(table, geometry);
    latest_ = {};
    for (const Issues& issues : issues_) flush(issues, table, geometry);
  }

 private:
  struct Issues {
    std::uint32_t pc = 0;
    std::uint32_t times = 0;
    LaneMask mask;
  };
  struct Issue {
    Issues* place = nullptr;
    std::uint32_t pc = 0;
    LaneMask mask;
  };
  static constexpr std::uint32_t kMostTimes = ~std::uint32_t{0};
  static constexpr unsigned kPlaceBits = 13;

  static std::size_t place_of(std::uint32_t pc, LaneMask mask) {
    const std::uint64_t mixed = mask.bits() * 0x9e3779b97f4a7c15 ^ pc * 0xc2b2ae3d27d4eb4f;
    return mixed >> (64 - kPlaceBits);
  }
  void add_latest(InstructionTable& table, CoreGeometry& geometry) {
    if (latest_.place == nullptr) return;
    Issues& issues = *latest_.place;
    if (issues.pc != latest_.pc || issues.mask != latest_.mask || issues.times == kMostTimes) {
      flush(issues, table, geometry);
      issues = {latest_.pc, 0, latest_.mask};
    }
    ++issues.times;
  }
  static void flush(const Issues& issues, InstructionTable& table, CoreGeometry& geometry) {
    if (issues.times != 0) table.count(issues.pc, issues.mask, geometry, issues.times);
  }

  std::vector<Issues> issues_{std::size_t{1} << kPlaceBits};
  Issue latest_;
};

}  // namespace lanefold
