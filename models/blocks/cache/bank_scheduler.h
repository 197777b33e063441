// SPDX-License-Identifier: Apache-2.0
// When a cache's banks look up: in the order of arrival, one request each a cycle, or as many as
// come of a load/store unit that has scheduled its lanes.
#pragma once

#include "blocks/cache/cache_banks.h"
#include "blocks/cache/cache_request.h"
#include "blocks/cache/cache_schedule.h"
#include "blocks/cache/look_up.h"
#include "blocks/cache/miss_handler.h"
#include "blocks/cache/upstream_responses.h"

namespace lanefold {

class BankScheduler {
 public:
  BankScheduler(CacheSchedule& schedule, CacheBanks& banks, UpstreamResponses& responses,
                LookUp& look_up, const MissHandler& misses)
      : schedule_(schedule),
        banks_(banks),
        responses_(responses),
        look_up_(look_up),
        misses_(misses) {}

  /// Carries a request out if its bank is idle and it hits; otherwise nothing has happened.
  bool hit_at_once(const CacheRequest& request, Cycle now);
  /// A request comes to its bank.
  void enqueue(CacheRequest& request, Cycle now);
  /// The look-up that was scheduled for a bank is due.
  void serve_due(CacheBank& bank, Cycle now);
  void retry_stalled(Cycle now);

 private:
  void serve(CacheBank& bank, Cycle now);
  void start(CacheBank& bank, CacheRequest& request, Cycle now);
  void accept_next(CacheBank& bank);

  CacheSchedule& schedule_;
  CacheBanks& banks_;
  UpstreamResponses& responses_;
  LookUp& look_up_;
  const MissHandler& misses_;
};

}  // namespace lanefold
