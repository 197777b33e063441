// SPDX-License-Identifier: Apache-2.0
// When a cache's banks look up.
#include "blocks/cache/bank_scheduler.h"

namespace lanefold {

bool BankScheduler::hit_at_once(const CacheRequest& request, Cycle now) {
  CacheBank& bank = banks_.of(request.line);
  if (!bank.idle(now) || !look_up_.try_hit(request)) return false;
  bank.hold(request, now);
  return true;
}

void BankScheduler::enqueue(CacheRequest& request, Cycle now) {
  CacheBank& bank = banks_.of(request.line);
  if (!bank.idle(now)) ++bank.statistics.conflicts;
  request.arrived = now;
  bank.waiting.push_back(&request);
  if (!bank.due && !bank.stalled) serve(bank, now);
  accept_next(bank);
}

void BankScheduler::serve_due(CacheBank& bank, Cycle now) {
  bank.due = false;
  serve(bank, now);
}

void BankScheduler::retry_stalled(Cycle now) {
  for (CacheBank* bank : banks_.release_stalled()) {
    if (misses_.no_register_for(*bank->waiting.front())) {
      banks_.stall(*bank);
    } else {
      serve(*bank, now);
    }
  }
}

/// Looks up the first requests, if the bank can in this cycle.
void BankScheduler::serve(CacheBank& bank, Cycle now) {
  while (!bank.waiting.empty() && !bank.stalled && !bank.due) {
    if (bank.free_at > now) {
      bank.due = true;
      schedule_.look_up(bank, bank.free_at);
      return;
    }
    CacheRequest& request = *bank.waiting.front();
    if (!request.started) start(bank, request, now);
    if (!look_up_.look_up(request, now)) {
      banks_.stall(bank);
      return;
    }
    bank.statistics.stall_cycles += now - request.stalled;
    bank.waiting.pop_front();
    bank.hold(request, now);
  }
}

void BankScheduler::start(CacheBank& bank, CacheRequest& request, Cycle now) {
  request.started = true;
  request.stalled = now;
  bank.statistics.wait_cycles += now - request.arrived;
  responses_.accept(request);
  accept_next(bank);
}

void BankScheduler::accept_next(CacheBank& bank) {
  if (CacheRequest* request = banks_.last_accepted(bank)) responses_.accept(*request);
}

}  // namespace lanefold
