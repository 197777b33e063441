// SPDX-License-Identifier: Apache-2.0
// Sockets of TLM-2.0's own, as modules of others have them, with their interfaces filled in.
#pragma once

#include <tlm.h>

#include <functional>
#include <stdexcept>
#include <utility>

namespace lanefold {

/// Calls a function with each payload. Up to `kInitiators` bind to it; 0 is no limit.
template <class Protocol, int kInitiators = 1>
class PlainTarget : public tlm::tlm_target_socket<32, Protocol, kInitiators>,
                    private tlm::tlm_fw_transport_if<Protocol> {
 public:
  using Payload = typename Protocol::tlm_payload_type;
  using Phase = typename Protocol::tlm_phase_type;
  using Take = std::function<void(Payload& payload, sc_core::sc_time& delay)>;

  PlainTarget(const char* name, Take take)
      : tlm::tlm_target_socket<32, Protocol, kInitiators>(name), take_(std::move(take)) {
    tlm::tlm_fw_transport_if<Protocol>& forward = *this;
    this->bind(forward);
  }

 private:
  void b_transport(Payload& payload, sc_core::sc_time& delay) override { take_(payload, delay); }
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, Phase& /*phase*/,
                                     sc_core::sc_time& delay) override {
    take_(payload, delay);
    return tlm::TLM_COMPLETED;
  }
  bool get_direct_mem_ptr(Payload& /*payload*/, tlm::tlm_dmi& /*dmi*/) override { return false; }
  unsigned transport_dbg(Payload& /*payload*/) override { return 0; }

  Take take_;
};

template <class Protocol>
class PlainInitiator
    : public tlm::tlm_initiator_socket<32, Protocol, 1, sc_core::SC_ZERO_OR_MORE_BOUND>,
      private tlm::tlm_bw_transport_if<Protocol> {
 public:
  using Base = tlm::tlm_initiator_socket<32, Protocol, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
  using Payload = typename Protocol::tlm_payload_type;
  using Phase = typename Protocol::tlm_phase_type;

  explicit PlainInitiator(const char* name) : Base(name) {
    tlm::tlm_bw_transport_if<Protocol>& backward = *this;
    this->bind(backward);
  }
  using Base::bind;

  /// In the current cycle: a delay that comes back would be lost.
  void send(Payload& payload) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    (*this)->b_transport(payload, delay);
    if (delay != sc_core::SC_ZERO_TIME) throw std::logic_error("a delay that nobody carries");
  }

 private:
  tlm::tlm_sync_enum nb_transport_bw(Payload& /*payload*/, Phase& /*phase*/,
                                     sc_core::sc_time& /*delay*/) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}
};

}  // namespace lanefold
