// SPDX-License-Identifier: Apache-2.0
// A link to a memory outside.
#include "machine/gpu/memory_link.h"

namespace lanefold {

MemoryLink::MemoryLink(const sc_core::sc_module_name& name, Outer& outer)
    : sc_module(name), outer_(outer) {
  inner.bind(*static_cast<tlm::tlm_fw_transport_if<>*>(this));
  outer_.bind(*static_cast<tlm::tlm_bw_transport_if<>*>(this));
}

tlm::tlm_sync_enum MemoryLink::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                               tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  return outer_->nb_transport_fw(payload, phase, delay);
}

void MemoryLink::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  outer_->b_transport(payload, delay);
}

unsigned MemoryLink::transport_dbg(tlm::tlm_generic_payload& payload) {
  return outer_->transport_dbg(payload);
}

tlm::tlm_sync_enum MemoryLink::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                               tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  return inner->nb_transport_bw(payload, phase, delay);
}

}  // namespace lanefold
