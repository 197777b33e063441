// SPDX-License-Identifier: Apache-2.0
// A cache that a directory keeps equal to others: when it takes probes, and the lines it gives up.
#include "blocks/cache/cache.h"

namespace lanefold {

tlm::tlm_sync_enum Cache::probe_fw(int /*port*/, tlm::tlm_generic_payload& payload,
                                   tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) {
    end_response(coherence_->answers(), delay);
    return tlm::TLM_COMPLETED;
  }
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;  // an extended phase, ignorable
  const Cycle arrival = clock_.cycle_after(delay);
  const bool here = arrival == clock_.now();
  if (here && take_probe(payload)) {
    delay = hit_time_;
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  CacheRequest probe;
  probe.payload = &payload;
  probe.line = payload.get_address() >> line_shift_;
  probe.probe = true;
  CacheRequest& remembered = remember(probe);
  if (here) {
    coherence_->hold(remembered);
  } else {
    wheel_.push(arrival, {Event::Kind::Probe, &remembered, nullptr, nullptr});
    wake();
  }
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void Cache::probe_arrives(CacheRequest& probe, Cycle now) {
  if (take_probe(*probe.payload)) {
    answer_from(probe, now + config_.latency);
  } else {
    coherence_->hold(probe);
  }
}

/// Carries a probe out, unless it must wait for a line that is under way.
bool Cache::take_probe(tlm::tlm_generic_payload& payload) {
  const std::uint64_t line = payload.get_address() >> line_shift_;
  const auto effect = coherence_->take(payload, line);
  if (!effect) return false;
  CacheStatistics& statistics = bank_of(line).statistics;
  ++statistics.probes;
  statistics.invalidations += effect->invalidated ? 1 : 0;
  if (effect->overtaken != nullptr) end_write(*effect->overtaken);
  return true;
}

/// Copies to read are dropped silently; the owner tells, so that the directory never asks in vain.
DownRequest* Cache::put(std::uint64_t line, LineState state, const unsigned char* data) {
  if (!may_write(state)) return nullptr;
  const bool modified = state == LineState::Modified;
  DownRequest* request = nullptr;
  if (modified) {
    request = &write_back(line, data, nullptr);
  } else {
    request = &down_pool_.take();
    request->start(DownRequest::Kind::WriteBack, tlm::TLM_IGNORE_COMMAND, line);
  }
  coherence_->give_up(*request, modified);
  return request;
}

void Cache::put_answered(DownRequest& request) {
  coherence_->gone(request.line);
  if (request.mshr) release(*request.mshr);
  retry_ = !stalled_.empty();
}

unsigned Cache::probe_dbg(int /*port*/, tlm::tlm_generic_payload& payload) {
  return debug_here(payload.get_command(), payload.get_address(), payload.get_data_ptr(),
                    payload.get_data_length());
}

}  // namespace lanefold
