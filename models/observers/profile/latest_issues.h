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
  void count(InstructionTable& table, const Issue& issue, CoreGeometry& geometry) {
    Issues& next = issues_[place_of(issue)];
    __builtin_prefetch(&next, 1);
    add_latest(table, geometry);
    latest_place_ = &next;
    latest_ = issue;
  }
  /// The launch has ended, and its instructions are still there.
  void finish(InstructionTable& table, CoreGeometry& geometry) {
    add_latest(table, geometry);
    latest_place_ = nullptr;
    for (const Issues& issues : issues_) flush(issues, table, geometry);
  }

 private:
  static constexpr unsigned kUnitBits = 3;
  static constexpr unsigned kTimesBits = 32 - kUnitBits;
  static constexpr std::uint32_t kMostTimes = (std::uint32_t{1} << kTimesBits) - 1;
  static constexpr unsigned kPlaceBits = 13;
  static_assert(kUnits <= 1U << kUnitBits);

  /// Of 16 bytes: four share a line of the host's cache.
  struct Issues {
    std::uint32_t pc = 0;
    std::uint32_t times : kTimesBits;
    std::uint32_t unit : kUnitBits;
    LaneMask mask;

    Issues() : times(0), unit(0) {}
    explicit Issues(const Issue& issue)
        : pc(issue.pc), times(0), unit(static_cast<std::uint32_t>(issue.unit)), mask(issue.mask) {}
    Issue issue() const { return {pc, static_cast<Unit>(unit), mask}; }
    bool has(const Issue& issue) const {
      return pc == issue.pc && unit == static_cast<std::uint32_t>(issue.unit) && mask == issue.mask;
    }
  };

  static std::size_t place_of(const Issue& issue) {
    const std::uint64_t where = issue.pc + static_cast<std::uint64_t>(issue.unit);
    const std::uint64_t mixed = issue.mask.bits() * 0x9e3779b97f4a7c15 ^ where * 0xc2b2ae3d27d4eb4f;
    return mixed >> (64 - kPlaceBits);
  }
  void add_latest(InstructionTable& table, CoreGeometry& geometry) {
    if (latest_place_ == nullptr) return;
    Issues& issues = *latest_place_;
    if (!issues.has(latest_) || issues.times == kMostTimes) {
      flush(issues, table, geometry);
      issues = Issues(latest_);
    }
    ++issues.times;
  }
  static void flush(const Issues& issues, InstructionTable& table, CoreGeometry& geometry) {
    if (issues.times != 0) table.count(issues.issue(), geometry, issues.times);
  }

  std::vector<Issues> issues_{std::size_t{1} << kPlaceBits};
  Issues* latest_place_ = nullptr;
  Issue latest_;
};

}  // namespace lanefold
