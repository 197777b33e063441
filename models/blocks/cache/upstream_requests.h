// SPDX-License-Identifier: Apache-2.0
// A cache's forward path from those who ask.
#pragma once

#include <tlm.h>

#include "blocks/cache/bank_scheduler.h"
#include "blocks/cache/cache_schedule.h"
#include "blocks/cache/cache_spec.h"
#include "blocks/cache/debug_port.h"
#include "blocks/cache/upstream_responses.h"

namespace lanefold {

class UpstreamRequests {
 public:
  UpstreamRequests(const CacheSpec& spec, CacheSchedule& schedule, BankScheduler& banks,
                   UpstreamResponses& responses, DebugPort& debug)
      : spec_(spec), schedule_(schedule), banks_(banks), responses_(responses), debug_(debug) {}

  tlm::tlm_sync_enum nb_transport_fw(int port, tlm::tlm_generic_payload& payload,
                                     tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void b_transport(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(int port, tlm::tlm_generic_payload& payload);

 private:
  tlm::tlm_sync_enum begin(int port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                           sc_core::sc_time& delay);
  bool hit_at_once(const CacheRequest& request, Cycle now);

  const CacheSpec& spec_;
  CacheSchedule& schedule_;
  BankScheduler& banks_;
  UpstreamResponses& responses_;
  DebugPort& debug_;
};

}  // namespace lanefold
