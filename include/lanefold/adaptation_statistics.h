// SPDX-License-Identifier: Apache-2.0
// What Robust SIMD counts while it looks for its width and depth (IPDPS'12 section VI).
#pragma once

#include <cstdint>
#include <string>

namespace lanefold {

/// A configuration that a core has tried in a sampling interval, or, without tasks, that it chose.
struct AdaptationStep {
  unsigned core = 0;
  std::string simd;          ///< as "8x4"
  std::uint64_t cycles = 0;  ///< of the interval
  std::uint64_t tasks = 0;   ///< work-items that ended in it; 0: chosen for good
};

/// Part of LaunchStatistics; all zero unless `core.adaptation` is on.
struct AdaptationStatistics {
  std::uint64_t intervals = 0;
  std::uint64_t chosen = 0;    ///< cores that ended their search
  std::uint64_t defaults = 0;  ///< cores that did not search, for want of tasks
  std::uint64_t search_cycles = 0;
  std::uint64_t draining_cycles = 0;
  std::uint64_t reconfiguration_cycles = 0;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    visit.counter("adaptation_intervals", self.intervals, "intervals",
                  "sampling intervals in which cores tried a width and depth, or confirmed one "
                  "(IPDPS'12 section VI)");
    visit.counter("adaptations_chosen", self.chosen, "cores",
                  "cores that ended the search and chose the best width and depth");
    visit.counter("adaptations_by_default", self.defaults, "cores",
                  "cores that did not search, because the kernel has too few work-items");
    visit.counter("adaptation_cycles", self.search_cycles, "cycles",
                  "cycles that cores spent on the search for a width and depth, summed over cores");
    visit.counter("draining_cycles", self.draining_cycles, "cycles",
                  "cycles of the search from the last work-item of an interval to the end of all "
                  "work-items under way");
    visit.counter("reconfiguration_cycles", self.reconfiguration_cycles, "cycles",
                  "cycles of the search in which cores worked out what runs next, and united and "
                  "divided their warps, also where the next interval confirms the same width and "
                  "depth");
  }
};

}  // namespace lanefold
