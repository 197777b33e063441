// SPDX-License-Identifier: Apache-2.0
// The counters of a launch as lists, made from LaunchStatistics::describe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "lanefold/statistics.h"

namespace lanefold {

struct CounterView {
  std::string name;
  std::uint64_t value = 0;
  std::string unit;
  std::string help;
  CounterKind kind = CounterKind::Sum;
};

/// Histograms of lanes end at the warp width.
struct HistogramView {
  std::string name;
  std::vector<std::uint64_t> values;
  std::string help;
};

std::vector<CounterView> counters_of(const LaunchStatistics& statistics);
std::vector<HistogramView> histograms_of(const LaunchStatistics& statistics);

}  // namespace lanefold
