// SPDX-License-Identifier: Apache-2.0
// Blocking calls, each in a process.
#include "machine/gpu/blocking_link.h"

#include <sysc/kernel/sc_dynamic_processes.h>

namespace lanefold {

tlm::tlm_sync_enum BlockingLink::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                                 tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) {
    end_response(delay);
    return tlm::TLM_COMPLETED;
  }
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;
  payload.acquire();
  waiting_.push_back({&payload, delay});
  if (idle_ < waiting_.size()) {
    sc_core::sc_spawn([this] { serve(); }, sc_core::sc_gen_unique_name("call"));
  }
  begun_.notify(sc_core::SC_ZERO_TIME);
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

/// Memory has no word for a call that has returned.
tlm::tlm_sync_enum BlockingLink::nb_transport_bw(tlm::tlm_generic_payload& /*payload*/,
                                                 tlm::tlm_phase& /*phase*/,
                                                 sc_core::sc_time& /*delay*/) {
  return tlm::TLM_ACCEPTED;
}

void BlockingLink::serve() {
  for (;;) {
    while (waiting_.empty()) {
      ++idle_;
      sc_core::wait(begun_);
      --idle_;
    }
    Request request = waiting_.front();
    waiting_.pop_front();
    memory().b_transport(*request.payload, request.delay);
    sc_core::wait(request.delay);
    respond(*request.payload);
    request.payload->release();
  }
}

void BlockingLink::respond(tlm::tlm_generic_payload& payload) {
  while (responding_ || sc_core::sc_time_stamp() < free_) sc_core::wait(taken_);
  responding_ = true;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum status = inner->nb_transport_bw(payload, phase, delay);
  const bool taken =
      status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
  if (taken) end_response(delay);
}

void BlockingLink::end_response(const sc_core::sc_time& delay) {
  responding_ = false;
  free_ = sc_core::sc_time_stamp() + delay;
  taken_.notify(delay);
}

}  // namespace lanefold
