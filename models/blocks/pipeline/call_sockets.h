// SPDX-License-Identifier: Apache-2.0
// TLM-2.0 sockets for protocols that only call: blocking transport of a payload of one's own. An
// initiator whose target is a CallTarget calls the module behind it itself.
//
// The convenience sockets of tlm_utils want the generic payload's memory management, which such
// payloads do not have.
#pragma once

#include <tlm.h>

#include <memory>
#include <systemc>

#include "blocks/pipeline/call_contract.h"

namespace lanefold {

constexpr sc_core::sc_port_policy kMustBeBound = sc_core::SC_ONE_OR_MORE_BOUND;
constexpr sc_core::sc_port_policy kMayBeUnbound = sc_core::SC_ZERO_OR_MORE_BOUND;

/// Any socket that takes payloads.
template <class Protocol>
using CallSocket = tlm::tlm_base_target_socket_b<32, tlm::tlm_fw_transport_if<Protocol>,
                                                 tlm::tlm_bw_transport_if<Protocol>>;

/// Any socket that sends payloads.
template <class Protocol>
using CallSource = tlm::tlm_base_initiator_socket_b<32, tlm::tlm_fw_transport_if<Protocol>,
                                                    tlm::tlm_bw_transport_if<Protocol>>;

/// Binds any two of these to one another.
template <class Protocol>
void bind_call(CallSource<Protocol>& from, CallSocket<Protocol>& to) {
  from.get_base_port().bind(to.get_base_interface());
  to.get_base_port().bind(from.get_base_interface());
}

/// The member function of a module that takes payloads.
template <class Payload>
struct Receiver {
  sc_core::sc_module* module = nullptr;
  void (sc_core::sc_module::*method)(Payload&) = nullptr;

  void take(Payload& payload) const { (module->*method)(payload); }
};

/// What a hand-over that takes longer must know of a payload; each protocol whose edges carry
/// delays has one, as a specialisation.
template <class Payload>
struct Postponing {
  static constexpr bool kPossible = false;
};

/// A target that carries what the contract of its edge allows.
class Expectant {
 public:
  virtual ~Expectant() = default;
  virtual void expect(const CallContract& contract) = 0;
};

/// What an initiator asks a target when both are bound, so that it can call the module itself: the
/// way by port, interface and socket is several cache lines long, and pipelines take it more often
/// than anything else.
template <class Payload>
class KnowsReceiver {
 public:
  virtual ~KnowsReceiver() = default;
  virtual Receiver<Payload> receiver() const = 0;
};

/// Hands every payload that arrives to a member function of the module that owns the socket. What
/// comes from a CallInitiator does not pass b_transport(). The interface is a public base so that
/// initiators find receiver() behind it. At most `kInitiators` bind to it; 0 is no limit.
template <class Module, class Protocol, sc_core::sc_port_policy kBound = kMustBeBound,
          int kInitiators = 1>
class CallTarget : public tlm::tlm_target_socket<32, Protocol, kInitiators, kBound>,
                   public tlm::tlm_fw_transport_if<Protocol>,
                   public KnowsReceiver<typename Protocol::tlm_payload_type>,
                   public Expectant {
 public:
  using Payload = typename Protocol::tlm_payload_type;
  using Method = void (Module::*)(Payload&);

  CallTarget(const char* name, Module* module, Method method)
      : tlm::tlm_target_socket<32, Protocol, kInitiators, kBound>(name),
        receiver_{module, static_cast<void (sc_core::sc_module::*)(Payload&)>(method)} {
    this->bind(*static_cast<tlm::tlm_fw_transport_if<Protocol>*>(this));
  }

  Receiver<Payload> receiver() const override { return receiver_; }
  void expect(const CallContract& contract) override {
    contract_ = std::make_unique<CallContract>(contract);
  }

 private:
  /// A hand-over with a delay happens then.
  void b_transport(Payload& payload, sc_core::sc_time& delay) override {
    if (delay == sc_core::SC_ZERO_TIME) return receiver_.take(payload);
    const Cycle cycles = cycles_of_delay(*this, contract_.get(), delay);
    if constexpr (Postponing<Payload>::kPossible) {
      Postponing<Payload>::postpone(*contract_, payload, contract_->clock.now() + cycles,
                                    receiver_);
    }
    delay = sc_core::SC_ZERO_TIME;
  }
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, typename Protocol::tlm_phase_type& /*phase*/,
                                     sc_core::sc_time& delay) override {
    b_transport(payload, delay);
    return tlm::TLM_COMPLETED;
  }
  bool get_direct_mem_ptr(Payload& /*payload*/, tlm::tlm_dmi& /*dmi*/) override { return false; }
  unsigned transport_dbg(Payload& /*payload*/) override { return 0; }

  Receiver<Payload> receiver_;
  std::unique_ptr<const CallContract> contract_;
};

/// Sends payloads: `socket.send(payload)`.
template <class Protocol, sc_core::sc_port_policy kBound = kMustBeBound>
class CallInitiator : public tlm::tlm_initiator_socket<32, Protocol, 1, kBound>,
                      protected tlm::tlm_bw_transport_if<Protocol> {
 public:
  using Payload = typename Protocol::tlm_payload_type;

  explicit CallInitiator(const char* name)
      : tlm::tlm_initiator_socket<32, Protocol, 1, kBound>(name) {
    this->bind(*static_cast<tlm::tlm_bw_transport_if<Protocol>*>(this));
  }
  using tlm::tlm_initiator_socket<32, Protocol, 1, kBound>::bind;

  /// In the current cycle.
  [[gnu::always_inline]] void send(Payload& payload) {
    if (receiver_.module != nullptr) return receiver_.take(payload);
    call(payload);
  }

 private:
  [[gnu::noinline, gnu::cold]] void call(Payload& payload) {
    const CallMoment begin;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    try {
      (*this)->b_transport(payload, delay);
    } catch (...) {
      rethrow_by_name(*this);
    }
    begin.check(*this);
    check_no_delay(*this, delay);
  }
  void end_of_elaboration() override {
    tlm::tlm_initiator_socket<32, Protocol, 1, kBound>::end_of_elaboration();
    const auto* target = dynamic_cast<const KnowsReceiver<Payload>*>(this->get_interface());
    if (target != nullptr) receiver_ = target->receiver();
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload& /*payload*/,
                                     typename Protocol::tlm_phase_type& /*phase*/,
                                     sc_core::sc_time& /*delay*/) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}

  Receiver<Payload> receiver_;  ///< without a module if the target says none
};

}  // namespace lanefold
