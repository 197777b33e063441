// SPDX-License-Identifier: Apache-2.0
// The messages that a directory counts.
#pragma once

#include <cstdint>

namespace lanefold {

struct DirectoryStatistics {
  std::uint64_t gets_shared = 0;
  std::uint64_t gets_modified = 0;
  std::uint64_t puts = 0;
  std::uint64_t stale_puts = 0;
  std::uint64_t uncached = 0;
  std::uint64_t waits = 0;
  std::uint64_t wait_cycles = 0;
  std::uint64_t invalidations = 0;
  std::uint64_t fetches = 0;
  std::uint64_t transfers = 0;
  std::uint64_t memory_reads = 0;
  std::uint64_t memory_writes = 0;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

template <class Self, class Visitor>
void DirectoryStatistics::describe(Self& self, Visitor& visit) {
  visit.counter("gets_shared", self.gets_shared, "messages", "requests for a line to read");
  visit.counter("gets_modified", self.gets_modified, "messages", "requests for a line to write");
  visit.counter("puts", self.puts, "messages", "messages by which caches give up a line");
  visit.counter("stale_puts", self.stale_puts, "messages",
                "messages by which caches give up a line that a probe had taken before");
  visit.counter("uncached", self.uncached, "messages",
                "requests from initiators without a coherent cache");
  visit.counter("waits", self.waits, "requests", "requests that found their line in use");
  visit.counter(
      "wait_cycles", self.wait_cycles, "cycles",
      "cycles that requests waited for their line, or for a place among the transactions, summed");
  visit.counter("invalidations", self.invalidations, "messages",
                "probes of caches that may hold a line for reading");
  visit.counter("fetches", self.fetches, "messages", "probes of the cache that owns a line");
  visit.counter("transfers", self.transfers, "lines", "modified lines that came from a cache");
  visit.counter("memory_reads", self.memory_reads, "lines", "lines read from the next level");
  visit.counter("memory_writes", self.memory_writes, "lines", "lines written to the next level");
}

}  // namespace lanefold
