// SPDX-License-Identifier: Apache-2.0
// The initiator's side of a link: requests go one after the other, each when the one before is
// accepted (IEEE 1666-2011, clause 15.2.6).
#pragma once

#include <tlm.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

#include "base/cycle.h"
#include "blocks/clock/core_clock.h"

namespace lanefold {

/// When an initiator sees what its target says.
enum class Sees : std::uint8_t {
  AtOnce,
  /// Answers, and whatever the target says by a call of its own: it may come before or after the
  /// initiator has done its work of the cycle.
  InNextCycle,
};

/// `Request` is the initiator's own kind of payload, under memory management.
template <class Request>
class RequestChannel {
 public:
  using Event = std::function<void(Request&, Cycle)>;
  using Question = std::function<bool(Request&, Cycle)>;

  /// `answered(request, cycle)`: the response is there from that cycle on. `accepted(request,
  /// cycle)`, if set, comes before: the target has the request and its data. `refuses(request,
  /// cycle)`, if set, is asked when the target begins a response; after a yes the initiator takes
  /// it later, and calls end_response().
  RequestChannel(const CoreClock& clock, Sees sees, Event answered, Event accepted = {},
                 Question refuses = {})
      : clock_(clock),
        sees_(sees),
        answered_(std::move(answered)),
        accepted_(std::move(accepted)),
        refuses_(std::move(refuses)) {}

  bool requesting() const { return requesting_ != nullptr; }
  /// Cycle from which the next request may begin; kNever while the target has not accepted.
  Cycle free_at() const { return requesting() ? kNever : free_at_; }

  /// Sends a request in cycle `now`, from `free_at` on.
  void begin(tlm::tlm_fw_transport_if<>& target, Request& request, Cycle now) {
    requesting_ = &request;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum status = target.nb_transport_fw(request, phase, delay);
    if (status == tlm::TLM_COMPLETED) {
      // The delay is that of the response; the request has ended already.
      accept(request, now);
      answered_(request, seen(clock_.cycle_after(delay), now));
    } else if (status == tlm::TLM_UPDATED && speaks(phase)) {
      const Cycle cycle = clock_.cycle_after(delay);
      accept(request, cycle);
      if (phase == tlm::BEGIN_RESP) take_response(target, request, seen(cycle, now), delay);
    }
  }

  /// What the target's backward call has to say.
  tlm::tlm_sync_enum backward(Request& request, const tlm::tlm_phase& phase,
                              const sc_core::sc_time& delay) {
    if (!speaks(phase)) return tlm::TLM_ACCEPTED;
    const Cycle cycle = seen(clock_.cycle_after(delay));
    if (requesting_ == &request) accept(request, cycle);
    if (phase == tlm::END_REQ || refused(request, cycle)) return tlm::TLM_ACCEPTED;
    answered_(request, cycle);
    return tlm::TLM_COMPLETED;
  }

  /// Ends the phase of a response.
  static void end_response(tlm::tlm_fw_transport_if<>& target, Request& request,
                           sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    tlm::tlm_phase phase = tlm::END_RESP;
    target.nb_transport_fw(request, phase, delay);
  }

 private:
  /// Others are ignorable phases (clause 15.2.5).
  static bool speaks(const tlm::tlm_phase& phase) {
    return phase == tlm::END_REQ || phase == tlm::BEGIN_RESP;
  }
  Cycle seen(Cycle cycle, Cycle now) const {
    return sees_ == Sees::AtOnce ? cycle : std::max(now + 1, cycle);
  }
  Cycle seen(Cycle cycle) const {
    return sees_ == Sees::AtOnce ? cycle : seen(cycle, clock_.cycle_after());
  }

  void accept(Request& request, Cycle cycle) {
    requesting_ = nullptr;
    free_at_ = std::max(free_at_, cycle);
    if (accepted_) accepted_(request, cycle);
  }

  bool refused(Request& request, Cycle cycle) const { return refuses_ && refuses_(request, cycle); }

  /// The target may say more while its response ends.
  void take_response(tlm::tlm_fw_transport_if<>& target, Request& request, Cycle cycle,
                     const sc_core::sc_time& delay) {
    if (refused(request, cycle)) return;
    request.acquire();
    answered_(request, cycle);
    end_response(target, request, delay);
    request.release();
  }

  const CoreClock& clock_;
  Sees sees_;
  Event answered_;
  Event accepted_;
  Question refuses_;
  Request* requesting_ = nullptr;
  Cycle free_at_ = 0;
};

}  // namespace lanefold
