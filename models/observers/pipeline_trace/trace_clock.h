// SPDX-License-Identifier: Apache-2.0
// The time of a pipeline trace.
#pragma once

#include <optional>

#include "base/cycle.h"
#include "blocks/clock/core_clock.h"

namespace lanefold {

/// Cycles from the begin of the first launch on.
class TraceClock {
 public:
  void follow(const CoreClock& clock) { clock_ = &clock; }
  /// The first launch begins now.
  void start() {
    if (!begin_) begin_ = clock_->now();
  }
  Cycle now() const { return latest_ = clock_->now() - begin_.value_or(0); }
  /// The latest answer of now(): outside of a launch there is no time.
  Cycle latest() const { return latest_; }
  /// The first cycle that does not begin before `delay` from now.
  Cycle after(const sc_core::sc_time& delay) const {
    return clock_->cycle_after(delay) - begin_.value_or(0);
  }

 private:
  const CoreClock* clock_ = nullptr;
  std::optional<Cycle> begin_;
  mutable Cycle latest_ = 0;
};

}  // namespace lanefold
