// SPDX-License-Identifier: Apache-2.0
// The initiator's side of a link, for an initiator that sleeps until it has something to do.
#pragma once

#include <tlm.h>

#include <utility>

#include "blocks/clock/alarm.h"
#include "blocks/memory_link/request_channel.h"

namespace lanefold {

/// Wakes the initiator for the cycle in which something moves by what the target has said by a call
/// of its own.
template <class Request>
class WakingChannel : public RequestChannel<Request> {
 public:
  using Event = typename RequestChannel<Request>::Event;

  /// The events are those of RequestChannel; clock and `wake` outlive the channel.
  WakingChannel(const CoreClock& clock, Alarm& wake, Event answered, Event accepted)
      : RequestChannel<Request>(clock, Sees::InNextCycle, std::move(answered), std::move(accepted)),
        wake_(wake) {}

  /// For the events: something moves in `cycle`.
  void moves_at(Cycle cycle) { moves_at_ = cycle; }
  /// For others: the same.
  void wake_at(Cycle cycle) { wake_.set(cycle); }

  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase,
                              const sc_core::sc_time& delay) {
    moves_at_ = kNever;
    const tlm::tlm_sync_enum status =
        RequestChannel<Request>::backward(static_cast<Request&>(payload), phase, delay);
    wake_.set(moves_at_);
    return status;
  }

 private:
  Alarm& wake_;
  Cycle moves_at_ = kNever;
};

}  // namespace lanefold
