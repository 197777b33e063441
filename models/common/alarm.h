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
#include "common/number_set.h"
#include "common/timing_wheel.h"

namespace lanefold {

/// A clock, and the alarms that are set on it. A notification of SystemC costs more than most of
/// what a module does in a cycle, so that modules that wake in the same cycle share one. They ring
/// in the order in which they were made, whatever set them; those that others set for the same
/// cycle follow. After an action that throws, the simulation cannot go on.
class ClockDomain : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(ClockDomain);
  ClockDomain(const sc_core::sc_module_name& name, const sc_core::sc_time& period)
      : sc_module(name), period_(period), clock_(period) {
    SC_METHOD(ring);
    sensitive << event_;
    dont_initialize();
  }

  const sc_core::sc_time& period() const { return period_; }
  const CoreClock& clock() const { return clock_; }

  /// For Alarm: the number of a new one.
  unsigned add(std::function<void()> action) {
    alarms_.push_back({std::move(action), kNever});
    now_ = NumberSet(static_cast<unsigned>(alarms_.size()));
    return static_cast<unsigned>(alarms_.size()) - 1;
  }
  /// For Alarm.
  void set(unsigned alarm, Cycle cycle) {
    if (cycle >= alarms_[alarm].due) return;
    alarms_[alarm].due = cycle;
    wheel_.push(cycle, alarm);
    if (!clock_.held()) notify(cycle);
  }

 private:
  struct Entry {
    std::function<void()> action;
    Cycle due = kNever;
  };

  void ring() {
    const Cycle now = clock_.cycle_after();
    clock_.hold(now);
    while (wheel_.next() <= now) {
      collect(now);
      now_.for_each([this](unsigned alarm) { alarms_[alarm].action(); });
    }
    clock_.release();
    if (!wheel_.empty()) notify(wheel_.next());
  }

  /// What was set before an earlier cycle took its place comes to nothing.
  void collect(Cycle now) {
    now_.clear();
    wheel_.take_due(now, [&](unsigned alarm) {
      if (alarms_[alarm].due > now) return;
      alarms_[alarm].due = kNever;
      now_.insert(alarm);
    });
  }

  void notify(Cycle cycle) { event_.notify(clock_.until(std::max(cycle, clock_.cycle_after()))); }

  const sc_core::sc_time period_;
  CoreClock clock_;
  TimingWheel<unsigned> wheel_;
  std::vector<Entry> alarms_;  ///< in the order of their making
  NumberSet now_;              ///< those that ring now
  sc_core::sc_event event_{"event"};
};

/// Calls its owner in the cycle for which it is set. The owner outlives every run of the
/// simulation.
class Alarm {
 public:
  Alarm(ClockDomain& domain, std::function<void()> action)
      : domain_(domain), number_(domain.add(std::move(action))) {}
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  /// For `cycle`, or for now if that has passed. If it is set for an earlier one, that stays: its
  /// owner sets it anew when it rings.
  void set(Cycle cycle) { domain_.set(number_, cycle); }

 private:
  ClockDomain& domain_;
  const unsigned number_;
};

}  // namespace lanefold
