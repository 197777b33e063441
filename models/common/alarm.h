// SPDX-License-Identifier: Apache-2.0
// When modules of one clock have something to do: one SystemC event for all of them.
#pragma once

#include <algorithm>
#include <functional>
#include <systemc>
#include <utility>
#include <vector>

#include "common/core_clock.h"
#include "common/cycle.h"
#include "common/timing_wheel.h"

namespace lanefold {

class Alarm;

/// A clock, and the alarms that are set on it. A notification of SystemC costs more than most of
/// what a module does in a cycle, so that modules that wake in the same cycle share one. They ring
/// in the order in which they were made, whatever set them; those that others set for the same
/// cycle follow.
class ClockDomain : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(ClockDomain);
  ClockDomain(const sc_core::sc_module_name& name, const sc_core::sc_time& period)
      : sc_module(name), period_(period), clock_(period) {
    SC_METHOD(ring);
    sensitive << due_;
    dont_initialize();
  }

  const sc_core::sc_time& period() const { return period_; }
  const CoreClock& clock() const { return clock_; }

 private:
  friend class Alarm;

  void ring();
  void collect(Cycle now);

  void set(Alarm& alarm, Cycle cycle) {
    wheel_.push(cycle, &alarm);
    if (!ringing_) notify(cycle);
  }

  void notify(Cycle cycle) { due_.notify(clock_.until(std::max(cycle, clock_.cycle_after()))); }

  const sc_core::sc_time period_;
  const CoreClock clock_;
  TimingWheel<Alarm*> wheel_;
  std::vector<Alarm*> now_;  ///< those that ring now
  unsigned alarms_ = 0;      ///< that were made
  sc_core::sc_event due_{"due"};
  bool ringing_ = false;
};

/// Calls its owner in the cycle for which it is set.
class Alarm {
 public:
  /// The domain outlives the alarm, and the alarm every run of the simulation.
  Alarm(ClockDomain& domain, std::function<void()> action)
      : domain_(domain), number_(domain.alarms_++), action_(std::move(action)) {}
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  /// For `cycle`, or for now if that has passed. If it is set for an earlier one, that stays: its
  /// owner sets it anew when it rings.
  void set(Cycle cycle) {
    if (cycle >= due_) return;
    due_ = cycle;
    domain_.set(*this, cycle);
  }

 private:
  friend class ClockDomain;

  ClockDomain& domain_;
  const unsigned number_;
  std::function<void()> action_;
  Cycle due_ = kNever;
};

/// What was set before an earlier cycle took its place comes to nothing.
inline void ClockDomain::collect(Cycle now) {
  now_.clear();
  wheel_.take_due(now, [&](Alarm* alarm) {
    if (alarm->due_ > now) return;
    alarm->due_ = kNever;
    now_.push_back(alarm);
  });
  std::sort(now_.begin(), now_.end(),
            [](const Alarm* a, const Alarm* b) { return a->number_ < b->number_; });
}

inline void ClockDomain::ring() {
  const Cycle now = clock_.cycle_after();
  ringing_ = true;
  while (wheel_.next() <= now) {
    collect(now);
    for (Alarm* alarm : now_) alarm->action_();
  }
  ringing_ = false;
  if (!wheel_.empty()) notify(wheel_.next());
}

}  // namespace lanefold
