// SPDX-License-Identifier: Apache-2.0
// Between the machine's last level and a memory outside, on the TLM-2.0 base protocol.
#pragma once

#include <tlm.h>

#include <systemc>

namespace lanefold {

/// Passes everything on as it is. The outer socket is bound to it here.
class MemoryLink : public sc_core::sc_module,
                   protected tlm::tlm_fw_transport_if<>,
                   protected tlm::tlm_bw_transport_if<> {
 public:
  using Outer = tlm::tlm_initiator_socket<32>;

  tlm::tlm_target_socket<32> inner{"inner"};

  /// `outer` outlives it.
  MemoryLink(const sc_core::sc_module_name& name, Outer& outer);

  /// For debug transport, when the simulation has been elaborated.
  tlm::tlm_fw_transport_if<>& memory() const { return *outer_.operator->(); }

 protected:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& /*payload*/, tlm::tlm_dmi& /*dmi*/) override {
    return false;
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}

 private:
  Outer& outer_;
};

}  // namespace lanefold
