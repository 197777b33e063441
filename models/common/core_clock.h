// SPDX-License-Identifier: Apache-2.0
// Core cycles and SystemC time.
#pragma once

#include <systemc>

#include "common/cycle.h"

namespace lanefold {

/// What happens within a cycle counts from the next one on.
class CoreClock {
 public:
  explicit CoreClock(const sc_core::sc_time& period) : period_(period) {}

  /// The cycle that has begun last.
  Cycle now() const { return sc_core::sc_time_stamp().value() / period_.value(); }
  /// The cycle that begins `delay` from now, or the first one after it.
  Cycle cycle_after(const sc_core::sc_time& delay = sc_core::SC_ZERO_TIME) const {
    const sc_dt::uint64 time = (sc_core::sc_time_stamp() + delay).value();
    return (time + period_.value() - 1) / period_.value();
  }
  /// From now to the beginning of `cycle`, which must not have passed.
  sc_core::sc_time until(Cycle cycle) const {
    return sc_core::sc_time::from_value(cycle * period_.value()) - sc_core::sc_time_stamp();
  }

 private:
  sc_core::sc_time period_;
};

}  // namespace lanefold
