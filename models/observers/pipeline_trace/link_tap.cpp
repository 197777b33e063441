// SPDX-License-Identifier: Apache-2.0
// Watches a link of the base protocol.
#include "observers/pipeline_trace/taps.h"

namespace lanefold {

LinkTap::LinkTap(const sc_core::sc_module_name& name, Event begins, Event answered)
    : sc_module(name), begins_(std::move(begins)), answered_(std::move(answered)) {
  from.register_nb_transport_fw(this, &LinkTap::forward);
  from.register_b_transport(this, &LinkTap::blocking);
  from.register_transport_dbg(this, &LinkTap::debug);
  from.register_get_direct_mem_ptr(this, &LinkTap::direct);
  to.register_nb_transport_bw(this, &LinkTap::backward);
  to.register_invalidate_direct_mem_ptr(this, &LinkTap::invalidate);
}

/// The response may come with the call's return.
tlm::tlm_sync_enum LinkTap::forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                    sc_core::sc_time& delay) {
  const bool request = phase == tlm::BEGIN_REQ;
  if (request) begins_(payload, delay);
  const tlm::tlm_sync_enum status = to->nb_transport_fw(payload, phase, delay);
  const bool response =
      status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP);
  if (request && response) answered_(payload, delay);
  return status;
}

tlm::tlm_sync_enum LinkTap::backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_RESP) answered_(payload, delay);
  return from->nb_transport_bw(payload, phase, delay);
}

void LinkTap::blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  begins_(payload, delay);
  to->b_transport(payload, delay);
  answered_(payload, delay);
}

}  // namespace lanefold
