// SPDX-License-Identifier: Apache-2.0
// TLM-2.0 sockets for protocols that only call: blocking transport of a payload of one's own.
//
// The convenience sockets of tlm_utils want the generic payload's memory management, which such
// payloads do not have.
#pragma once

#include <tlm.h>

#include <systemc>

namespace lanefold {

constexpr sc_core::sc_port_policy kMustBeBound = sc_core::SC_ONE_OR_MORE_BOUND;
constexpr sc_core::sc_port_policy kMayBeUnbound = sc_core::SC_ZERO_OR_MORE_BOUND;

/// Any socket that takes payloads.
template <class Protocol>
using CallSocket = tlm::tlm_base_target_socket_b<32, tlm::tlm_fw_transport_if<Protocol>,
                                                 tlm::tlm_bw_transport_if<Protocol>>;

/// Hands every payload that arrives to a member function of the module that owns the socket.
template <class Module, class Protocol, sc_core::sc_port_policy kBound = kMustBeBound>
class CallTarget : public tlm::tlm_target_socket<32, Protocol, 1, kBound>,
                   private tlm::tlm_fw_transport_if<Protocol> {
 public:
  using Payload = typename Protocol::tlm_payload_type;
  using Method = void (Module::*)(Payload&);

  CallTarget(const char* name, Module* module, Method method)
      : tlm::tlm_target_socket<32, Protocol, 1, kBound>(name), module_(module), method_(method) {
    this->bind(*static_cast<tlm::tlm_fw_transport_if<Protocol>*>(this));
  }

 private:
  void b_transport(Payload& payload, sc_core::sc_time& /*delay*/) override {
    (module_->*method_)(payload);
  }
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, typename Protocol::tlm_phase_type& /*phase*/,
                                     sc_core::sc_time& /*delay*/) override {
    (module_->*method_)(payload);
    return tlm::TLM_COMPLETED;
  }
  bool get_direct_mem_ptr(Payload& /*payload*/, tlm::tlm_dmi& /*dmi*/) override { return false; }
  unsigned transport_dbg(Payload& /*payload*/) override { return 0; }

  Module* module_;
  Method method_;
};

/// Sends payloads: `socket.send(payload)`.
template <class Protocol, sc_core::sc_port_policy kBound = kMustBeBound>
class CallInitiator : public tlm::tlm_initiator_socket<32, Protocol, 1, kBound>,
                      private tlm::tlm_bw_transport_if<Protocol> {
 public:
  using Payload = typename Protocol::tlm_payload_type;

  explicit CallInitiator(const char* name)
      : tlm::tlm_initiator_socket<32, Protocol, 1, kBound>(name) {
    this->bind(*static_cast<tlm::tlm_bw_transport_if<Protocol>*>(this));
  }
  using tlm::tlm_initiator_socket<32, Protocol, 1, kBound>::bind;

  /// In the current cycle.
  void send(Payload& payload) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    (*this)->b_transport(payload, delay);
  }

 private:
  tlm::tlm_sync_enum nb_transport_bw(Payload& /*payload*/,
                                     typename Protocol::tlm_phase_type& /*phase*/,
                                     sc_core::sc_time& /*delay*/) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}
};

}  // namespace lanefold
