// SPDX-License-Identifier: Apache-2.0
// The cycles of ALU instructions under every compaction policy at once, counted whatever policy is
// timed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lanefold/core_choices.h"
#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"

namespace lanefold {

/// A compaction policy with a counter of its own (Compactor::counter_help).
struct CountedPolicy {
  CompactionPolicy policy = CompactionPolicy::None;
  std::string counter;  ///< of its cycles, in statistics
  std::string help;     ///< what the counter means
};

/// In the order of CompactionPolicy.
const std::vector<CountedPolicy>& counted_policies();

/// What an instruction of one geometry costs under each counted policy. The same masks come again
/// and again, so it keeps what policies have answered.
class MaskCosts {
 public:
  explicit MaskCosts(const QuadGeometry& geometry);

  /// Cycles in the order of counted_policies(), valid until the next call.
  const std::uint32_t* of(LaneMask mask) {
    const std::size_t slot = mask.bits() * kGoldenRatio >> (64 - kSlotBits);
    std::uint32_t* cycles = &cycles_[slot * policies_];
    if (masks_[slot] != mask) evaluate_policies(mask, slot);
    return cycles;
  }

 private:
  static constexpr unsigned kSlotBits = 7;
  static constexpr std::uint64_t kGoldenRatio = 0x9e37'79b9'7f4a'7c15;  // x 2^64: spreads masks

  void evaluate_policies(LaneMask mask, std::size_t slot);

  QuadGeometry geometry_;
  std::size_t policies_;
  std::vector<LaneMask> masks_;  ///< by slot; at first the empty mask, which costs nothing
  std::vector<std::uint32_t> cycles_;
};

/// Sums of cycles, one for each counted policy.
struct PolicyCycles {
  PolicyCycles() : cycles(counted_policies().size()) {}

  /// Adds `times` instructions of one mask.
  void add(const std::uint32_t* costs, std::uint64_t times) {
    for (std::uint64_t& sum : cycles) sum += *costs++ * times;
  }
  /// Cycles under a counted policy; any other throws Error(Internal).
  std::uint64_t operator[](CompactionPolicy policy) const;
  /// Cycles under the policy that takes the fewest.
  std::uint64_t least() const;

  std::vector<std::uint64_t> cycles;  ///< in the order of counted_policies()
};

}  // namespace lanefold
