// SPDX-License-Identifier: Apache-2.0
// Curves: a machine's counters over the cycles of all its launches (docs/reference/profile.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lanefold/statistics.h"

namespace lanefold {

/// One axis has the cycles of all launches, one launch after the other. Samples follow each other
/// on it without gaps. A counter's values over all samples add up to that of all launches.
struct Curves {
  struct Launch {
    std::string kernel;
    std::uint64_t begin = 0;  ///< cycle of the axis
    std::uint64_t cycles = 0;
  };
  /// A counter, in its own unit: "warp_instructions", "lane_instructions", "ledger.CAUSE"
  /// (lane-slots), or "LEVEL.COUNTER" as in the statistics of memory.
  struct Series {
    std::string name;
    std::vector<std::uint64_t> values;  ///< one for each sample
  };
  static constexpr std::size_t kMostSamples = 512;
  static constexpr std::size_t kMostLaunches = 2000;

  std::uint32_t cores = 0;
  std::vector<Launch> launches;  ///< in their order, at most kMostLaunches
  std::uint64_t launches_left_out = 0;
  /// First cycle of each sample on the axis, at most kMostSamples.
  std::vector<std::uint64_t> begin;
  std::vector<std::uint64_t> cycles;  ///< length of each sample
  std::vector<Series> series;         ///< without those that are 0 everywhere
  std::vector<LaneLedger> per_core;   ///< lane-slots of all launches
};

}  // namespace lanefold
