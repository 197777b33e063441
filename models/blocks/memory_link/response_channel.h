// SPDX-License-Identifier: Apache-2.0
// The target's side of a link: responses go one after the other, each when the one before is taken
// (IEEE 1666-2011, clause 15.2.6).
#pragma once

#include <tlm.h>

#include <algorithm>
#include <cstdint>
#include <deque>

#include "base/cycle.h"
#include "blocks/clock/core_clock.h"

namespace lanefold {

/// `Request` is what the target remembers of a request; it has a `payload`.
template <class Request>
class ResponseChannel {
 public:
  explicit ResponseChannel(const CoreClock& clock) : clock_(clock) {}

  void push(Request& request) { answers_.push_back(&request); }
  bool empty() const { return answers_.empty(); }
  /// The cycle in which `send` has something to do; kNever if not before the initiator takes what
  /// it has.
  Cycle due() const { return answers_.empty() || answering_ ? kNever : free_at_; }

  /// Sends what can be sent in cycle `now`; calls `finish(request)` for each that the initiator
  /// takes at once. Initiators may call back meanwhile.
  template <class Finish>
  void send(tlm::tlm_bw_transport_if<>& initiator, Cycle now, const Finish& finish) {
    while (due() <= now) {
      answering_ = true;
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      const tlm::tlm_sync_enum status =
          initiator.nb_transport_bw(*answers_.front()->payload, phase, delay);
      const bool taken =
          status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
      if (taken) end(delay, finish);
    }
  }

  /// The initiator takes the response `delay` from now.
  template <class Finish>
  void end(const sc_core::sc_time& delay, const Finish& finish) {
    if (!answering_) {
      SC_REPORT_ERROR(
          "lanefold/response",
          "an initiator ends a response that has not begun; END_RESP is valid only after "
          "BEGIN_RESP");
      return;
    }
    Request& request = *answers_.front();
    answers_.pop_front();
    answering_ = false;
    free_at_ = std::max(free_at_, clock_.cycle_after(delay));
    finish(request);
  }

 private:
  const CoreClock& clock_;
  std::deque<Request*> answers_;  ///< the first one is on its way when `answering_`
  bool answering_ = false;
  Cycle free_at_ = 0;  ///< cycle from which the next response may begin
};

/// One for each initiator of a socket that takes several.
template <class Request>
class ResponseChannels {
 public:
  using Channel = ResponseChannel<Request>;

  explicit ResponseChannels(const CoreClock& clock) : clock_(clock) {}

  Channel& at(int port) {
    while (channels_.size() <= static_cast<std::size_t>(port)) channels_.emplace_back(clock_);
    return channels_[static_cast<std::size_t>(port)];
  }

  /// As `ResponseChannel::send` to each of the socket's initiators; returns when there is something
  /// to do again.
  template <class Socket, class Finish>
  Cycle send(Socket& initiators, Cycle now, const Finish& finish) {
    Cycle next = kNever;
    for (std::size_t port = 0; port < channels_.size(); ++port) {
      if (channels_[port].empty()) continue;
      channels_[port].send(*initiators[static_cast<int>(port)], now, finish);
      next = std::min(next, channels_[port].due());
    }
    return next;
  }

 private:
  const CoreClock& clock_;
  std::deque<Channel> channels_;
};

}  // namespace lanefold
