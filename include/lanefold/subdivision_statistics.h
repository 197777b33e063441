// SPDX-License-Identifier: Apache-2.0
// What dynamic warp subdivision counts.
#pragma once

#include <cstdint>

namespace lanefold {

/// Part of LaunchStatistics; all zero unless `core.on_miss` or `core.on_branch` is divide.
struct SubdivisionStatistics {
  std::uint64_t at_loads = 0;
  std::uint64_t at_branches = 0;
  std::uint64_t refused = 0;
  std::uint64_t reunions = 0;
  std::uint64_t early_reunions = 0;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    visit.counter(
        "divisions_at_loads", self.at_loads, "slices",
        "slices created at loads from lanes whose values had arrived while other lanes waited");
    visit.counter("divisions_at_branches", self.at_branches, "slices",
                  "slices created at branches from the lanes on one path");
    visit.counter("refused_divisions", self.refused, "divisions",
                  "divisions that did not happen because the warp-slice table was full");
    visit.counter("reunions", self.reunions, "slices",
                  "slices that ended where their lanes met those of the slice that they came from");
    visit.counter(
        "early_reunions", self.early_reunions, "slices",
        "slices that ended because they were at the same place as another slice of their warp");
  }
};

}  // namespace lanefold
