// SPDX-License-Identifier: Apache-2.0
// What each bank of a cache counts.
#pragma once

#include <cstdint>

#include "decisions/statistics/counter_sum.h"

namespace lanefold {

/// accesses = hits + misses + merges + dropped_snoops. A fill counts its victim in the victim's
/// bank.
struct CacheStatistics {
  std::uint64_t accesses = 0;
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::uint64_t merges = 0;
  std::uint64_t dropped_snoops = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t wait_cycles = 0;
  std::uint64_t stall_cycles = 0;
  std::uint64_t evictions = 0;
  std::uint64_t write_backs = 0;
  std::uint64_t forwards = 0;
  std::uint64_t upgrades = 0;
  std::uint64_t probes = 0;
  std::uint64_t invalidations = 0;

  void add(const CacheStatistics& other);

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

template <class Self, class Visitor>
void CacheStatistics::describe(Self& self, Visitor& visit) {
  visit.counter("accesses", self.accesses, "requests", "requests whose look-up has ended");
  visit.counter("hits", self.hits, "requests", "requests that found what they needed");
  visit.counter("misses", self.misses, "requests",
                "requests that sent a request of their own downstream");
  visit.counter("merges", self.merges, "requests", "requests that joined an outstanding miss");
  visit.counter("dropped_snoops", self.dropped_snoops, "requests",
                "requests of load_snoop that missed and neither sent nor joined a request: no "
                "register (MSHR) had room, or the line was leaving");
  visit.counter("conflicts", self.conflicts, "requests", "requests that found their bank occupied");
  visit.counter("wait_cycles", self.wait_cycles, "cycles",
                "cycles that requests waited for their bank behind other requests, summed");
  visit.counter("stall_cycles", self.stall_cycles, "cycles",
                "cycles that look-ups waited for a register (MSHR), for a place in it, or for a "
                "line that was leaving");
  visit.counter("evictions", self.evictions, "lines", "lines replaced by other lines");
  visit.counter("write_backs", self.write_backs, "lines", "modified lines sent downstream");
  visit.counter("forwards", self.forwards, "requests", "writes and atomics passed on downstream");
  visit.counter("upgrades", self.upgrades, "requests",
                "requests to write a line that the cache held for reading");
  visit.counter("probes", self.probes, "messages", "probes received from the directory");
  visit.counter("invalidations", self.invalidations, "lines", "lines lost to other caches");
}

inline void CacheStatistics::add(const CacheStatistics& other) { add_counters(*this, other); }

}  // namespace lanefold
