// SPDX-License-Identifier: Apache-2.0
// What the functional run of a launch tells of the time that it takes.
#include "decisions/sampling/launch_features.h"

#include <algorithm>
#include <cmath>

namespace lanefold {

/// What takes time, beside the number of instructions: lines of memory, how many warps share it,
/// what goes to local memory, too, how many lanes that is for, what the long pipe has, and how
/// often lanes part.
LaunchFeatures features_of(const LaunchStatistics& functional, std::uint64_t lines) {
  const std::array<std::uint64_t, LaunchFeatures::kCounts> counts{functional.warp_instructions,
                                                                  lines,
                                                                  functional.warps,
                                                                  functional.send_instructions,
                                                                  functional.lane_instructions,
                                                                  functional.em_instructions,
                                                                  functional.divergent_branches};
  LaunchFeatures features;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    features.logs[i] = std::log1p(static_cast<double>(counts[i]));
  }
  return features;
}

double distance(const LaunchFeatures& a, const LaunchFeatures& b) {
  double largest = 0;
  for (std::size_t i = 0; i < LaunchFeatures::kCounts; ++i) {
    largest = std::max(largest, std::abs(a.logs[i] - b.logs[i]));
  }
  return largest;
}

}  // namespace lanefold
