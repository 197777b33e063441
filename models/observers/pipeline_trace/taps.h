// SPDX-License-Identifier: Apache-2.0
// What is spliced into sockets: passes everything on as it is, and says so.
#pragma once

#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <functional>
#include <systemc>
#include <utility>

#include "blocks/pipeline/call_sockets.h"

namespace lanefold {

/// In a link of a protocol that only calls.
template <class Protocol>
class CallTap : public sc_core::sc_module {
 public:
  using Payload = typename Protocol::tlm_payload_type;

  CallTarget<CallTap, Protocol> from{"from", this, &CallTap::take};
  CallInitiator<Protocol> to{"to"};

  /// The events are called before a payload is passed on, and when that has been done; each may be
  /// empty.
  using Event = std::function<void(Payload&)>;
  CallTap(const sc_core::sc_module_name& name, Event before, Event after)
      : sc_module(name), before_(std::move(before)), after_(std::move(after)) {}

 private:
  void take(Payload& payload) {
    if (before_) before_(payload);
    to.send(payload);
    if (after_) after_(payload);
  }

  Event before_;
  Event after_;
};

/// In a link of the TLM-2.0 base protocol between cores and levels of memory.
class LinkTap : public sc_core::sc_module {
 public:
  tlm_utils::passthrough_target_socket<LinkTap> from{"from"};
  tlm_utils::simple_initiator_socket<LinkTap> to{"to"};

  /// A request begins, or its response, `delay` from now.
  using Event =
      std::function<void(tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay)>;
  LinkTap(const sc_core::sc_module_name& name, Event begins, Event answered);

 private:
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay);
  void blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned debug(tlm::tlm_generic_payload& payload) { return to->transport_dbg(payload); }
  bool direct(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
    return to->get_direct_mem_ptr(payload, dmi);
  }
  void invalidate(sc_dt::uint64 begin, sc_dt::uint64 end) {
    from->invalidate_direct_mem_ptr(begin, end);
  }

  Event begins_;
  Event answered_;
};

}  // namespace lanefold
