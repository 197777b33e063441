// SPDX-License-Identifier: Apache-2.0
// When modules of one clock have something to do: one SystemC event for all of them.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "common/core_clock.h"
#include "common/cycle.h"
#include "common/number_set.h"
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
  void ring_all(Cycle now);
  void collect(Cycle now);

  unsigned enter(Alarm& alarm) {
    alarms_.push_back(&alarm);
    now_ = NumberSet(static_cast<unsigned>(alarms_.size()));
    return static_cast<unsigned>(alarms_.size()) - 1;
  }

  void set(Alarm& alarm, Cycle cycle) {
    wheel_.push(cycle, &alarm);
    if (!ringing_) notify(cycle);
  }

  void notify(Cycle cycle) { due_.notify(clock_.until(std::max(cycle, clock_.cycle_after()))); }

  const sc_core::sc_time period_;
  CoreClock clock_;
  TimingWheel<Alarm*> wheel_;
  std::vector<Alarm*> alarms_;  ///< in the order of their making
  NumberSet now_;               ///< those that ring now
  sc_core::sc_event due_{"due"};
  bool ringing_ = false;
};

/// Calls its owner in the cycle for which it is set.
class Alarm {
 public:
  /// The domain outlives the alarm, and the alarm every run of the simulation.
  Alarm(ClockDomain& domain, std::function<void()> action)
      : domain_(domain), number_(domain.enter(*this)), action_(std::move(action)) {}
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
    now_.insert(alarm->number_);
  });
}

inline void ClockDomain::ring_all(Cycle now) {
  clock_.hold(now);
  ringing_ = true;
  const auto stop = [this](void* /*unused*/) {
    clock_.release();
    ringing_ = false;
  };
  const std::unique_ptr<ClockDomain, decltype(stop)> until_the_end(this, stop);  // or a throw
  while (wheel_.next() <= now) {
    collect(now);
    now_.for_each([this](unsigned number) { alarms_[number]->action_(); });
  }
}

inline void ClockDomain::ring() {
  ring_all(clock_.cycle_after());
  if (!wheel_.empty()) notify(wheel_.next());
}

}  // namespace lanefold
