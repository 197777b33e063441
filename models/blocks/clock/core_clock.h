// SPDX-License-Identifier: Apache-2.0
// Core cycles and SystemC time.
#pragma once

#include <systemc>

#include "base/cycle.h"

namespace lanefold {

/// What happens within a cycle counts from the next one on.
class CoreClock {
 public:
  explicit CoreClock(const sc_core::sc_time& period) : period_(period) {}
  CoreClock(const CoreClock&) = delete;
  CoreClock& operator=(const CoreClock&) = delete;

  const sc_core::sc_time& period() const { return period_; }
  /// The cycle that has begun last.
  Cycle now() const { return remember().begun; }
  /// The first cycle that does not begin before now.
  Cycle cycle_after() const { return remember().next; }
  /// The cycle that begins `delay` from now, or the first one after it.
  Cycle cycle_after(const sc_core::sc_time& delay) const {
    if (delay.value() == 0) return cycle_after();
    if (held_ && delay == period_) return latest_.next + 1;
    return (time() + delay.value() + period_.value() - 1) / period_.value();
  }
  /// Until release(), all that happens is in cycle `now`, which has just begun.
  void hold(Cycle now) {
    latest_ = {now * period_.value(), now, now};
    held_ = true;
  }
  void release() { held_ = false; }
  bool held() const { return held_; }

  /// From now to the beginning of `cycle`, which must not have passed.
  sc_core::sc_time until(Cycle cycle) const {
    const sc_dt::uint64 distance = cycle * period_.value() - time();
    return distance == period_.value() ? period_ : sc_core::sc_time::from_value(distance);
  }

 private:
  /// A time and its cycles.
  struct Moment {
    sc_dt::uint64 time = 0;
    Cycle begun = 0;
    Cycle next = 0;
  };

  sc_dt::uint64 time() const { return held_ ? latest_.time : sc_core::sc_time_stamp().value(); }

  /// Divides once for each time.
  const Moment& remember() const {
    if (held_) return latest_;
    const sc_dt::uint64 time = sc_core::sc_time_stamp().value();
    if (time != latest_.time) {
      const Cycle begun = time / period_.value();
      latest_ = {time, begun, begun + (time % period_.value() != 0 ? 1 : 0)};
    }
    return latest_;
  }

  sc_core::sc_time period_;
  mutable Moment latest_;
  bool held_ = false;
};

}  // namespace lanefold
