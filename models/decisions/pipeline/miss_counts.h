// SPDX-License-Identifier: Apache-2.0
// How often each lane of a warp has missed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "lanefold/lane_mask.h"

namespace lanefold {

class MissCounts {
 public:
  /// These lanes have missed at a load. Returns whether one of them has now missed more often than
  /// any lane of the warp before.
  bool count(LaneMask lanes) {
    std::uint32_t most = most_;
    for_each_lane(lanes, [&](unsigned lane) { most = std::max(most, ++misses_[lane]); });
    return std::exchange(most_, most) != most;
  }

 private:
  std::array<std::uint32_t, 64> misses_{};  ///< loads at which each lane missed
  std::uint32_t most_ = 0;
};

}  // namespace lanefold
