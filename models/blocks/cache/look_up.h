// SPDX-License-Identifier: Apache-2.0
// What becomes of a request that a cache looks up: a hit, a miss, or one that is passed on.
#pragma once

#include <vector>

#include "blocks/cache/cache_banks.h"
#include "blocks/cache/cache_request.h"
#include "blocks/cache/cache_schedule.h"
#include "blocks/cache/cache_spec.h"
#include "blocks/cache/downstream_port.h"
#include "blocks/cache/miss_handler.h"
#include "blocks/cache/upstream_responses.h"
#include "decisions/cache/cache_array.h"

namespace lanefold {

class LookUp {
 public:
  LookUp(const CacheSpec& spec, CacheSchedule& schedule, CacheArray& array, CacheBanks& banks,
         UpstreamResponses& responses, DownstreamPort& downstream, MissHandler& misses);

  /// Carries a request out if it hits; otherwise nothing has happened.
  bool try_hit(const CacheRequest& request);
  /// Whether the look-up ends in cycle `now`, as a hit, dropped, or in the hands of the
  /// MissHandler; otherwise it waits for a line or a register.
  bool look_up(CacheRequest& request, Cycle now);

 private:
  bool passes_on(const CacheRequest& request) const;
  bool hit_line(const CacheRequest& request);
  void hit_perfectly(const CacheRequest& request);
  bool miss(CacheRequest& request, Cycle now);
  bool drop(CacheRequest& request, Cycle now);
  bool pass_on(CacheRequest& request, Cycle now);
  void report_miss(const CacheRequest& request);
  void answer(CacheRequest& request, Cycle now) {
    schedule_.answer(request, now + spec_.config.latency);
  }

  const CacheSpec& spec_;
  CacheSchedule& schedule_;
  CacheArray& array_;
  CacheBanks& banks_;
  UpstreamResponses& responses_;
  DownstreamPort& downstream_;
  MissHandler& misses_;
  std::vector<unsigned char> line_buffer_;  ///< of a perfect cache
};

}  // namespace lanefold
