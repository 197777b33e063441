// SPDX-License-Identifier: Apache-2.0
// The directory's link to a cache that it keeps equal to others: when the cache takes probes.
#pragma once

#include <tlm.h>

#include <cstdint>
#include <vector>

#include "blocks/cache/cache_banks.h"
#include "blocks/cache/cache_request.h"
#include "blocks/cache/cache_schedule.h"
#include "blocks/cache/cache_spec.h"
#include "blocks/cache/coherent_lines.h"
#include "blocks/cache/debug_port.h"
#include "blocks/cache/downstream_port.h"
#include "blocks/cache/upstream_responses.h"

namespace lanefold {

class CoherencePort {
 public:
  CoherencePort(const CacheSpec& spec, CacheSchedule& schedule, CacheBanks& banks,
                UpstreamResponses& responses, DownstreamPort& downstream, DebugPort& debug,
                CoherentLines lines);

  tlm::tlm_sync_enum nb_transport_fw(int port, tlm::tlm_generic_payload& payload,
                                     tlm::tlm_phase& phase, sc_core::sc_time& delay);
  unsigned transport_dbg(int port, tlm::tlm_generic_payload& payload);

  /// A probe that was on its way has come.
  void arrive(CacheRequest& probe, Cycle now);
  /// The probes that have waited for a line are answered.
  void line_arrived(std::uint64_t line, Cycle now);

  CoherentLines& lines() { return lines_; }
  const CoherentLines& lines() const { return lines_; }

 private:
  tlm::tlm_sync_enum begin(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                           sc_core::sc_time& delay);
  bool take(tlm::tlm_generic_payload& payload);

  const CacheSpec& spec_;
  CacheSchedule& schedule_;
  CacheBanks& banks_;
  UpstreamResponses& responses_;
  DownstreamPort& downstream_;
  DebugPort& debug_;
  CoherentLines lines_;
  std::vector<CacheRequest*> held_;  ///< probes, until the line that they want is there
};

}  // namespace lanefold
