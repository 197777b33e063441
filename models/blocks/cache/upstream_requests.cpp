// SPDX-License-Identifier: Apache-2.0
// A cache's forward path from those who ask.
#include "blocks/cache/upstream_requests.h"

namespace lanefold {
namespace {

/// Whether there is anything to be done; otherwise the payload has its response.
bool has_work(tlm::tlm_generic_payload& payload, std::uint32_t line_bytes) {
  if (payload.get_command() != tlm::TLM_IGNORE_COMMAND) return admit(payload, line_bytes);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return false;
}

}  // namespace

tlm::tlm_sync_enum UpstreamRequests::nb_transport_fw(int port, tlm::tlm_generic_payload& payload,
                                                     tlm::tlm_phase& phase,
                                                     sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) return begin(port, payload, phase, delay);
  if (phase != tlm::END_RESP) return tlm::TLM_ACCEPTED;  // an extended phase, ignorable
  responses_.end_response(port, delay);
  return tlm::TLM_COMPLETED;
}

/// A hit in an idle bank is answered by return: no event, nothing to remember.
tlm::tlm_sync_enum UpstreamRequests::begin(int port, tlm::tlm_generic_payload& payload,
                                           tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (!has_work(payload, spec_.line_bytes)) return tlm::TLM_COMPLETED;
  const Cycle arrival = spec_.clock.cycle_after(delay);
  CacheRequest request = make_request(payload, spec_.line_bytes);
  request.port = port;
  const bool here = arrival == spec_.clock.now();
  if (here && hit_at_once(request, arrival)) {
    delay = spec_.hit_time;
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  CacheRequest& remembered = responses_.remember(request);
  if (here) {
    banks_.enqueue(remembered, arrival);
  } else {
    schedule_.arrive(remembered, arrival);
  }
  schedule_.set_alarm();
  if (!here || !responses_.accepted_by_return(remembered)) return tlm::TLM_ACCEPTED;
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void UpstreamRequests::b_transport(int /*port*/, tlm::tlm_generic_payload& payload,
                                   sc_core::sc_time& delay) {
  if (!has_work(payload, spec_.line_bytes)) return;
  const Cycle arrival = spec_.clock.cycle_after(delay);
  sc_core::wait(spec_.clock.until(arrival));
  delay = sc_core::SC_ZERO_TIME;
  CacheRequest request = make_request(payload, spec_.line_bytes);
  if (hit_at_once(request, arrival)) {
    delay = spec_.hit_time;
    return;
  }
  sc_core::sc_event done;
  request.blocking = &done;
  request.accepted = true;
  banks_.enqueue(responses_.remember(request), arrival);
  schedule_.set_alarm();
  sc_core::wait(done);
}

bool UpstreamRequests::hit_at_once(const CacheRequest& request, Cycle now) {
  if (!banks_.hit_at_once(request, now)) return false;
  responses_.note_answer(now + spec_.config.latency);
  if (request.journey != nullptr) request.journey->leave(spec_.level, spec_.config.latency);
  return true;
}

unsigned UpstreamRequests::transport_dbg(int /*port*/, tlm::tlm_generic_payload& payload) {
  return debug_.transport(payload);
}

}  // namespace lanefold
