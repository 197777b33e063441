// SPDX-License-Identifier: Apache-2.0
// The initiator's side of a link: requests go one after the other, each when the one before is
// accepted (IEEE 1666-2011, clause 15.2.6).
#pragma once

#include <tlm.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <utility>

#include "common/core_clock.h"
#include "memory_system/call_result.h"

namespace lanefold {

/// `Request` is the initiator's own kind of payload.
template <class Request>
class RequestChannel {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// `accepted(request)` is called when the target has the request and its data, and then
  /// `answered(request, cycle)`: the response is there from that cycle on.
  RequestChannel(const CoreClock& clock, std::function<void(Request&)> accepted,
                 std::function<void(Request&, std::uint64_t)> answered)
      : clock_(clock), accepted_(std::move(accepted)), answered_(std::move(answered)) {}

  void push(Request& request) { outgoing_.push_back(&request); }
  std::size_t waiting() const { return outgoing_.size(); }
  bool requesting() const { return requesting_ != nullptr; }
  /// The cycle in which `send` has something to do; kNever if not before the target accepts.
  std::uint64_t due() const {
    return outgoing_.empty() || requesting_ != nullptr ? kNever : free_at_;
  }

  /// Sends what can be sent in cycle `now`.
  void send(tlm::tlm_fw_transport_if<>& target, std::uint64_t now) {
    while (due() <= now) {
      Request& request = *outgoing_.front();
      outgoing_.pop_front();
      begin(target, request);
    }
  }

  /// What the target's backward call has to say; `due` may have changed by it.
  tlm::tlm_sync_enum backward(Request& request, const tlm::tlm_phase& phase,
                              const sc_core::sc_time& delay) {
    if (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;  // ignorable
    if (requesting_ == &request) end(request, clock_.cycle_after(delay));
    if (phase == tlm::END_REQ) return tlm::TLM_ACCEPTED;
    answered_(request, clock_.cycle_after(delay));
    return tlm::TLM_COMPLETED;
  }

 private:
  void begin(tlm::tlm_fw_transport_if<>& target, Request& request) {
    requesting_ = &request;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum status = target.nb_transport_fw(request, phase, delay);
    if (leaves_request_open(status, phase)) return;
    const std::uint64_t cycle = clock_.cycle_after(delay);
    // A target that completes annotates the time of its response; the request has ended already.
    end(request, status == tlm::TLM_UPDATED ? cycle : free_at_);
    if (status == tlm::TLM_UPDATED && phase != tlm::BEGIN_RESP) return;
    if (status == tlm::TLM_UPDATED) {
      tlm::tlm_phase last = tlm::END_RESP;
      target.nb_transport_fw(request, last, delay);
    }
    answered_(request, cycle);
  }

  void end(Request& request, std::uint64_t cycle) {
    requesting_ = nullptr;
    free_at_ = std::max(free_at_, cycle);
    accepted_(request);
  }

  const CoreClock& clock_;
  std::function<void(Request&)> accepted_;
  std::function<void(Request&, std::uint64_t)> answered_;
  std::deque<Request*> outgoing_;
  Request* requesting_ = nullptr;
  std::uint64_t free_at_ = 0;
};

}  // namespace lanefold
