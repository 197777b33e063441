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
    latest_place_ = nullptr;
  }
  /// Of all cores, whose instructions have the same geometry. The host fetches the place of an
  /// issue until the next one comes.
  void count(InstructionTable& table, const WarpInstruction& issued, CoreGeometry& geometry) {
    const Issues one(issued);
    Issues& place = issues_[one.hash() >> (64 - kPlaceBits)];
    __builtin_prefetch(&place, 1);
    add_latest(table, geometry);
    latest_place_ = &place;
    latest_ = one;
  }
  /// The launch has ended, and its instructions are still there.
  void finish(InstructionTable& table, CoreGeometry& geometry) {
    add_latest(table, geometry);
    latest_place_ = nullptr;
    for (const Issues& issues : issues_) flush(issues, table, geometry);
  }

 private:
  static constexpr unsigned kPlaceBits = 13;

  void add_latest(InstructionTable& table, CoreGeometry& geometry) {
    if (latest_place_ == nullptr || latest_place_->take(latest_)) return;
    flush(*latest_place_, table, geometry);
    *latest_place_ = latest_;
  }
  static void flush(const Issues& issues, InstructionTable& table, CoreGeometry& geometry) {
    if (issues.times() != 0) table.count(issues, geometry);
  }

  std::vector<Issues> issues_{std::size_t{1} << kPlaceBits};
  Issues* latest_place_ = nullptr;
  Issues latest_;
};

}  // namespace lanefold
