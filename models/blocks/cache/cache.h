// SPDX-License-Identifier: Apache-2.0
// A cache: a target of the TLM-2.0 base protocol, and an initiator towards the next level.
#pragma once

#include <tlm.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <systemc>

#include "blocks/cache/bank_scheduler.h"
#include "blocks/cache/cache_banks.h"
#include "blocks/cache/cache_request.h"
#include "blocks/cache/cache_schedule.h"
#include "blocks/cache/cache_spec.h"
#include "blocks/cache/coherence_port.h"
#include "blocks/cache/debug_port.h"
#include "blocks/cache/downstream_port.h"
#include "blocks/cache/look_up.h"
#include "blocks/cache/miss_handler.h"
#include "blocks/cache/upstream_requests.h"
#include "blocks/cache/upstream_responses.h"
#include "decisions/cache/cache_array.h"
#include "decisions/cache/cache_statistics.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Takes requests that lie within one line. docs/method/modelling-memory.md has its timing and its
/// parts.
class Cache : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<UpstreamRequests> up{"up"};
  tlm_utils::simple_initiator_socket<DownstreamPort> down{"down"};
  /// The directory's probes; only a Coherent cache binds it.
  tlm_utils::multi_passthrough_target_socket_optional<CoherencePort> probes{"probes"};

  /// Throws Error(Configuration) if the cache cannot be; `section` is its name in configurations,
  /// `id` is by which the directory knows it.
  Cache(const sc_core::sc_module_name& name, const CacheConfig& config, const std::string& section,
        std::uint32_t line_bytes, ClockDomain& domain, CacheRole role, unsigned id = 0);

  /// Modified lines are sent downstream, and all lines are forgotten. Lines on their way are not
  /// kept, unless the cache is Coherent. `done`, if there is one, is called when the next level has
  /// answered all write-backs up to now: at once if there are none.
  void flush(std::function<void()> done = {});
  /// Modified lines that begin in the `bytes` from `address` on are written downstream by debug
  /// transport, and stay unmodified. Not of a Private cache that knows which bytes are its own.
  void write_back(std::uint64_t address, std::uint64_t bytes) { debug_.write_back(address, bytes); }
  /// Whether any request waits here or any line is on its way.
  bool busy() const { return responses_.open() != 0 || downstream_.busy(); }
  /// Cycle of the latest answer.
  Cycle last_answer() const { return responses_.last_answer(); }
  const CacheArray& array() const { return array_; }
  /// An access without time, which nobody counts, to a cache that is not busy.
  TouchedLine touch(std::uint64_t address, bool writes) { return debug_.touch(address, writes); }
  /// Of a cache that is not busy.
  CacheState state() const;
  /// Takes over the lines of one, with data from the levels below, while it has none. Those of
  /// another size are left out.
  void restore(const CacheState& state);
  /// State of a line in a Coherent cache.
  LineCondition condition(std::uint64_t line) const { return coherence_.lines().condition(line); }
  const CacheStatistics& statistics(std::uint32_t bank) const { return banks_.statistics(bank); }
  /// Whether any of these can differ from zero.
  bool has_counts() const { return banks_.used(); }
  /// Counters of all banks together.
  CacheStatistics statistics() const { return banks_.statistics(); }
  /// Bytes that requests to the level below have read and written since reset_statistics().
  std::uint64_t bytes_below() const { return downstream_.bytes(); }
  void reset_statistics();
  /// Answers from the level below since the start: a cache that gets them is alive.
  std::uint64_t answers_from_below() const { return downstream_.answers(); }
  void describe(std::ostream& out) const;

 private:
  void run();
  void take(const CacheEvent& event, Cycle now);

  // Each part knows those above it.
  const CacheSpec spec_;
  CacheSchedule schedule_;
  CacheArray array_;
  CacheMshrs mshrs_;
  CacheBanks banks_;
  UpstreamResponses responses_;
  DownstreamPort downstream_;
  DebugPort debug_;
  CoherencePort coherence_;
  MissHandler misses_;
  LookUp look_up_;
  BankScheduler scheduler_;
  UpstreamRequests requests_;
};

}  // namespace lanefold
