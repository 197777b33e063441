// SPDX-License-Identifier: Apache-2.0
// What a cache has to do, and in which cycle.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "base/timing_wheel.h"
#include "blocks/cache/cache_banks.h"
#include "blocks/cache/cache_request.h"
#include "blocks/clock/alarm.h"

namespace lanefold {

/// Two words, so that it is handed on in registers.
struct CacheEvent {
  enum class Kind : std::uint8_t {
    Arrive,    ///< `request` comes to its bank
    LookUp,    ///< `bank` is free for its next look-up
    Answer,    ///< `request` is answered
    Send,      ///< `down` is ready to be sent
    Response,  ///< the next level has answered `down`
    Probe,     ///< `request`, of the directory, comes
    Wake,      ///< a link is free
  };

  CacheEvent() = default;
  CacheEvent(Kind of, CacheRequest& what) : kind(of), request(&what) {}
  CacheEvent(Kind of, DownRequest& what) : kind(of), down(&what) {}
  CacheEvent(Kind of, CacheBank& what) : kind(of), bank(&what) {}

  Kind kind = Kind::Wake;
  union {  // as the kind says
    CacheRequest* request = nullptr;
    DownRequest* down;
    CacheBank* bank;
  };
};

class CacheSchedule {
 public:
  /// `work` is called in each cycle in which something is due, once set_alarm() was called.
  CacheSchedule(ClockDomain& domain, std::function<void()> work)
      : alarm_(domain, std::move(work)) {}

  void arrive(CacheRequest& request, Cycle cycle) {
    wheel_.push(cycle, {CacheEvent::Kind::Arrive, request});
  }
  void look_up(CacheBank& bank, Cycle cycle) {
    wheel_.push(cycle, {CacheEvent::Kind::LookUp, bank});
  }
  void answer(CacheRequest& request, Cycle cycle) {
    wheel_.push(cycle, {CacheEvent::Kind::Answer, request});
  }
  void send(DownRequest& request, Cycle cycle) {
    wheel_.push(cycle, {CacheEvent::Kind::Send, request});
  }
  void response(DownRequest& request, Cycle cycle) {
    wheel_.push(cycle, {CacheEvent::Kind::Response, request});
  }
  void probe(CacheRequest& request, Cycle cycle) {
    wheel_.push(cycle, {CacheEvent::Kind::Probe, request});
  }
  void wake(Cycle cycle) { wheel_.push(cycle, {}); }

  bool due(Cycle now) const { return !wheel_.empty() && wheel_.next() <= now; }
  /// Hands `take` each event up to cycle `now`, in the order of their cycles and of their arrival.
  template <class Take>
  void take_due(Cycle now, Take&& take) {
    wheel_.take_due(now, std::forward<Take>(take));
  }
  /// A part that has scheduled something outside of `work` calls this.
  void set_alarm() { alarm_.set(wheel_.next()); }

 private:
  TimingWheel<CacheEvent> wheel_;
  Alarm alarm_;
};

}  // namespace lanefold
