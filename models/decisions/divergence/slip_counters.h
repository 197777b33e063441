// SPDX-License-Identifier: Apache-2.0
// How far the lanes of a slice are ahead of one another: the counters of the adaptive slip
// controller (SC'09 section 5.1).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "lanefold/lane_mask.h"

namespace lanefold {

/// Loads by which each lane is ahead of the last, 0 to 255 (section 6: 8 bits).
///
/// Section 5.1 increments the lanes that hit while others miss, and decrements those that miss, or
/// are disabled, while all of the last hit. Both say the same: who passes a load is one ahead, and
/// the last lane is at zero.
class SlipCounters {
 public:
  static constexpr unsigned kMost = 255;

  unsigned of(unsigned lane) const { return ahead_[lane]; }
  /// The furthest.
  unsigned most() const {
    std::uint8_t most = 0;
    for (const std::uint8_t ahead : ahead_) most = std::max(most, ahead);
    return most;
  }

  /// Lanes of `passing` pass a load. `considered` are these and those that stay there or were left
  /// behind; lanes on other paths of a branch do not count. If all pass together no lane gets
  /// ahead.
  void pass(LaneMask passing, LaneMask considered) {
    if (passing == considered) return;
    unsigned last = kMost + 1;
    for_each_lane(considered, [&](unsigned lane) {
      last = std::min(last, ahead_[lane] + (passing.test(lane) ? 1U : 0U));
    });
    for_each_lane(considered, [&](unsigned lane) {
      const unsigned ahead = ahead_[lane] + (passing.test(lane) ? 1U : 0U) - last;
      ahead_[lane] = static_cast<std::uint8_t>(std::min(ahead, kMost));
    });
  }

  /// Lanes of `considered` that are `limit` loads ahead, or more.
  LaneMask limited(LaneMask considered, unsigned limit) const {
    LaneMask lanes;
    for_each_lane(considered, [&](unsigned lane) {
      if (ahead_[lane] >= limit) lanes.set(lane);
    });
    return lanes;
  }

  void reset() { ahead_ = {}; }

 private:
  std::array<std::uint8_t, 64> ahead_{};
};

}  // namespace lanefold
