// SPDX-License-Identifier: Apache-2.0
// What Diverge on Miss counts (SC'09 sections 4 and 5).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "lanefold/counter_kind.h"

namespace lanefold {

/// Part of LaunchStatistics; all zero unless `core.on_miss` is slip.
struct SlipStatistics {
  /// Classes of `ahead`: 0, 1, 2 to 3, 4 to 7, and so on to 128 to 255.
  static constexpr std::size_t kClasses = 9;

  std::uint64_t decided_loads = 0;   ///< loads at which the policy decided which lanes proceed
  std::uint64_t entries_in_use = 0;  ///< entries of the table in use at these loads, summed
  std::uint64_t slips = 0;           ///< decided loads at which lanes were left behind
  std::uint64_t left_behind_lanes = 0;
  std::uint64_t met_lanes = 0;      ///< left-behind lanes that other lanes met at the same load
  std::uint64_t catch_ups = 0;      ///< entries whose lanes had to catch up by themselves
  std::uint64_t full_tables = 0;    ///< loads that blocked because the table was full
  std::uint64_t most_slip = 0;      ///< most loads by which any lane was ahead of its warp's last
  std::uint64_t raised_limits = 0;  ///< sampling periods of cores after which the limit rose
  std::uint64_t lowered_limits = 0;
  std::uint64_t highest_limit = 0;
  /// Decided loads by how far the furthest lane of the warp was ahead, in classes.
  std::array<std::uint64_t, kClasses> ahead{};

  /// Counts a decided load.
  void decided(std::size_t entries, unsigned furthest) {
    ++decided_loads;
    entries_in_use += entries;
    most_slip = std::max<std::uint64_t>(most_slip, furthest);
    std::size_t place = 0;
    for (; furthest != 0; furthest /= 2) ++place;
    ++ahead[place];
  }

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    visit.counter("decided_loads", self.decided_loads, "loads",
                  "loads at which Diverge on Miss decided which lanes proceed (SC'09)");
    visit.counter("entries_in_use", self.entries_in_use, "entries",
                  "entries of the warp's memory divergence table in use at decided loads, summed "
                  "over these loads");
    visit.counter("slips", self.slips, "loads", "loads at which lanes were left behind");
    visit.counter("left_behind_lanes", self.left_behind_lanes, "lanes",
                  "lanes left behind at a load because they missed or were too far ahead");
    visit.counter("met_lanes", self.met_lanes, "lanes",
                  "left-behind lanes that other lanes of their warp met at the same load");
    visit.counter("catch_ups", self.catch_ups, "entries",
                  "entries of memory divergence tables whose lanes caught up by themselves: at a "
                  "return, a loop's exit, a barrier or the end, or in place of lanes at the limit");
    visit.counter("full_tables", self.full_tables, "loads",
                  "loads that blocked because the memory divergence table was full");
    visit.counter("most_slip", self.most_slip, "loads",
                  "most loads by which any lane was ahead of the last lane of its warp",
                  CounterKind::Maximum);
    visit.counter("raised_limits", self.raised_limits, "periods",
                  "periods of cores after which the adaptive control let lanes slip further");
    visit.counter("lowered_limits", self.lowered_limits, "periods",
                  "periods of cores after which the adaptive control let lanes slip less far");
    visit.counter("highest_limit", self.highest_limit, "loads",
                  "most loads by which any core allowed its lanes to slip", CounterKind::Maximum);
    visit.histogram("slip", self.ahead,
                    "decided loads by the number of loads by which the furthest lane of the warp "
                    "was ahead: 0, 1, 2 to 3, 4 to 7, up to 128 to 255");
  }
};

}  // namespace lanefold
