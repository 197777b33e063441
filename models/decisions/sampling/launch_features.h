// SPDX-License-Identifier: Apache-2.0
// What the functional run of a launch tells of the time that it takes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lanefold/statistics.h"

namespace lanefold {

/// Logarithms of counts, so that a difference of two is that of a factor between launches.
struct LaunchFeatures {
  static constexpr std::size_t kCounts = 7;
  std::array<double, kCounts> logs{};

  /// Of the warp instructions.
  double work() const { return logs[0]; }
};

/// `lines` are those of memory that warps have asked for; 0 if they are not known.
LaunchFeatures features_of(const LaunchStatistics& functional, std::uint64_t lines);

/// How far two launches of a kernel are apart: the largest difference, so that 0.1 is a tenth more
/// or less of whatever differs most.
double distance(const LaunchFeatures& a, const LaunchFeatures& b);

}  // namespace lanefold
