// SPDX-License-Identifier: Apache-2.0
// Requests that wait for their turn on a link.
#pragma once

#include <tlm.h>

#include <deque>

#include "blocks/memory_link/request_channel.h"

namespace lanefold {

template <class Request>
class RequestQueue : public RequestChannel<Request> {
 public:
  using RequestChannel<Request>::RequestChannel;

  void push(Request& request) { waiting_.push_back(&request); }
  std::size_t waiting() const { return waiting_.size(); }
  /// The cycle in which `send` has something to do; kNever if not before the target accepts.
  Cycle due() const { return waiting_.empty() ? kNever : this->free_at(); }

  /// Sends what can be sent in cycle `now`.
  void send(tlm::tlm_fw_transport_if<>& target, Cycle now) {
    while (due() <= now) {
      Request& request = *waiting_.front();
      waiting_.pop_front();
      this->begin(target, request, now);
    }
  }

 private:
  std::deque<Request*> waiting_;
};

}  // namespace lanefold
