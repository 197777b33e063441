// SPDX-License-Identifier: Apache-2.0
// The target's side of a link: responses go one after the other, each when the one before is taken
// (IEEE 1666-2011, clause 15.2.6).
#pragma once

#include <tlm.h>

#include <deque>

namespace lanefold {

/// `Request` is what the target remembers of a request; it has a `payload`.
template <class Request>
class ResponseChannel {
 public:
  void push(Request& request) { answers_.push_back(&request); }
  bool empty() const { return answers_.empty(); }

  /// Sends what can be sent; calls `finish(request)` for each that the initiator takes at once.
  /// Initiators may call back meanwhile.
  template <class Finish>
  void send(tlm::tlm_bw_transport_if<>& initiator, Finish&& finish) {
    while (!answering_ && !answers_.empty()) {
      answering_ = true;
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      const tlm::tlm_sync_enum status =
          initiator.nb_transport_bw(*answers_.front()->payload, phase, delay);
      if (status != tlm::TLM_ACCEPTED) end(finish);
    }
  }

  /// The initiator has taken the response.
  template <class Finish>
  void end(Finish&& finish) {
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
    finish(request);
  }

 private:
  std::deque<Request*> answers_;  ///< the first one is on its way when `answering_`
  bool answering_ = false;
};

}  // namespace lanefold
