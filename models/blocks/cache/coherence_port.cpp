// SPDX-License-Identifier: Apache-2.0
// The directory's link to a cache that it keeps equal to others: when the cache takes probes.
#include "blocks/cache/coherence_port.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanefold {

CoherencePort::CoherencePort(const CacheSpec& spec, CacheSchedule& schedule, CacheBanks& banks,
                             UpstreamResponses& responses, DownstreamPort& downstream,
                             DebugPort& debug, CoherentLines lines)
    : spec_(spec),
      schedule_(schedule),
      banks_(banks),
      responses_(responses),
      downstream_(downstream),
      debug_(debug),
      lines_(std::move(lines)) {}

tlm::tlm_sync_enum CoherencePort::nb_transport_fw(int /*port*/, tlm::tlm_generic_payload& payload,
                                                  tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) return begin(payload, phase, delay);
  if (phase != tlm::END_RESP) return tlm::TLM_ACCEPTED;  // an extended phase, ignorable
  responses_.end_probe_response(delay);
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum CoherencePort::begin(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                        sc_core::sc_time& delay) {
  const Cycle arrival = spec_.clock.cycle_after(delay);
  const bool here = arrival == spec_.clock.now();
  if (here && take(payload)) {
    delay = spec_.hit_time;
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  CacheRequest probe;
  probe.payload = &payload;
  probe.line = spec_.line_of(payload.get_address());
  probe.probe = true;
  CacheRequest& remembered = responses_.remember(probe);
  if (here) {
    held_.push_back(&remembered);
  } else {
    schedule_.probe(remembered, arrival);
    schedule_.set_alarm();
  }
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void CoherencePort::arrive(CacheRequest& probe, Cycle now) {
  if (take(*probe.payload)) {
    schedule_.answer(probe, now + spec_.config.latency);
  } else {
    held_.push_back(&probe);
  }
}

void CoherencePort::line_arrived(std::uint64_t line, Cycle now) {
  const auto of_line = [&](const CacheRequest* probe) { return probe->line == line; };
  std::vector<CacheRequest*> released, kept;
  std::partition_copy(held_.begin(), held_.end(), std::back_inserter(released),
                      std::back_inserter(kept), of_line);
  held_ = std::move(kept);
  for (CacheRequest* probe : released) arrive(*probe, now);
}

/// Carries a probe out, unless it must wait for a line that is under way.
bool CoherencePort::take(tlm::tlm_generic_payload& payload) {
  const std::uint64_t line = spec_.line_of(payload.get_address());
  const auto effect = lines_.take(payload, line);
  if (!effect) return false;
  CacheStatistics& statistics = banks_.counts(line);
  ++statistics.probes;
  statistics.invalidations += effect->invalidated ? 1 : 0;
  if (effect->overtaken != nullptr) downstream_.end_write(*effect->overtaken);
  return true;
}

unsigned CoherencePort::transport_dbg(int /*port*/, tlm::tlm_generic_payload& payload) {
  return debug_.here(payload.get_command(), payload.get_address(), payload.get_data_ptr(),
                     payload.get_data_length());
}

}  // namespace lanefold
