// SPDX-License-Identifier: Apache-2.0
// When modules of one clock have something to do: one SystemC event for all of them.
#pragma once

#include <algorithm>
#include <exception>
#include <functional>
#include <systemc>
#include <utility>
#include <vector>

#include "base/cycle.h"
#include "base/number_set.h"
#include "blocks/clock/core_clock.h"

namespace lanefold {

/// A clock, and the alarms that are set on it. A notification of SystemC costs more than most of
/// what a module does in a cycle, so that modules that wake in the same cycle share one. They ring
/// in the order in which they were made, whatever set them; those that others set for the same
/// cycle follow. An action that throws ends the run of the simulation with its cycle.
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

  /// Cycles before `cycle` follow each other without SystemC's scheduler, while its time stands and
  /// no other process runs. Only for who knows, as Chip does, that all code that runs meanwhile
  /// looks at clock(). catch_up() ends that when a run is over.
  void run_ahead(Cycle cycle) { ahead_until_ = cycle; }
  void catch_up() {
    ahead_until_ = 0;
    if (clock_.now() < reached_) sc_core::sc_start(clock_.until(reached_), sc_core::SC_RUN_TO_TIME);
  }

  /// Calls `look` when the first alarm from `cycle` on is about to ring, and then again from the
  /// cycle on that it returns; kNever ends that. It sets no alarm itself, so that time passes, and
  /// ends, as without it.
  void watch(Cycle cycle, std::function<Cycle(Cycle now)> look) {
    watched_ = cycle;
    look_ = std::move(look);
  }
  void stop_watching() { watched_ = kNever; }

  /// What an action has thrown first since the last call, if any has.
  std::exception_ptr take_failure() { return std::exchange(failure_, nullptr); }
  /// What is to happen when a module asks for a pause, instead of one of the whole simulation.
  void on_pause(std::function<void()> action) { on_pause_ = std::move(action); }
  /// For Alarm: ends the run of the simulation with the current cycle.
  void pause() {
    ahead_until_ = 0;
    on_pause_();
  }

  /// For Alarm: the number of a new one.
  unsigned add(std::function<void()> action) {
    actions_.push_back(std::move(action));
    due_.push_back(kNever);
    set_ = NumberSet(static_cast<unsigned>(due_.size()));
    return static_cast<unsigned>(due_.size()) - 1;
  }
  /// For Alarm.
  void set(unsigned alarm, Cycle cycle) {
    if (cycle >= due_[alarm]) return;
    due_[alarm] = cycle;
    set_.insert(alarm);
    next_ = std::min(next_, cycle);
    if (!clock_.held()) notify(cycle);
  }

 private:
  void ring() {
    // An alarm that was set between runs may have woken SystemC for what has rung since.
    reached_ = std::max(reached_, clock_.cycle_after());
    ring_in(reached_);
    while (next_ < ahead_until_) ring_in(reached_ = next_);
    clock_.release();
    if (next_ != kNever) notify(next_);
  }

  void ring_in(Cycle now) {
    clock_.hold(now);
    if (now >= watched_) act([this, now] { watched_ = look_(now); });
    while (next_ <= now) {
      collect(now);
      for (const unsigned alarm : now_) act(actions_[alarm]);
    }
  }

  /// No exception may leave a process: it ends the run of the simulation.
  template <class Action>
  void act(const Action& action) {
    try {
      action();
    } catch (...) {
      if (failure_ == nullptr) failure_ = std::current_exception();
      pause();
    }
  }

  /// Most alarms that are set ring in most cycles: looking at all of them takes less than keeping
  /// them in order. Those of modules that are idle are not set.
  void collect(Cycle now) {
    now_.clear();
    next_ = kNever;
    set_.for_each([this, now](unsigned alarm) {
      if (due_[alarm] <= now) {
        due_[alarm] = kNever;
        set_.erase(alarm);
        now_.push_back(alarm);
      } else {
        next_ = std::min(next_, due_[alarm]);
      }
    });
  }

  void notify(Cycle cycle) { event_.notify(clock_.until(std::max(cycle, clock_.cycle_after()))); }

  const sc_core::sc_time period_;
  CoreClock clock_;
  std::vector<std::function<void()>> actions_;  ///< in the order of their making
  std::vector<Cycle> due_;                      ///< beside them; kNever if it is not set
  NumberSet set_;
  Cycle next_ = kNever;        ///< the first of them
  std::vector<unsigned> now_;  ///< those that ring now
  Cycle reached_ = 0;          ///< the latest cycle in which any has rung
  Cycle ahead_until_ = 0;
  Cycle watched_ = kNever;  ///< the first cycle in which look_ is to be called
  std::function<Cycle(Cycle now)> look_;
  std::function<void()> on_pause_ = sc_core::sc_pause;
  std::exception_ptr failure_;
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
  /// Something has gone wrong: the run of the simulation ends with this cycle.
  void pause() { domain_.pause(); }

 private:
  ClockDomain& domain_;
  const unsigned number_;
};

}  // namespace lanefold
