// SPDX-License-Identifier: Apache-2.0
// Simulated time in core cycles, for modules that have no clock.
#pragma once

#include <cstdint>
#include <systemc>

namespace lanefold {

/// A cycle begins at a multiple of the period; what comes within a cycle belongs to the next.
class CycleClock {
 public:
  explicit CycleClock(const sc_core::sc_time& period) : period_(period.value()) {}

  std::uint64_t now() const { return cycle_of(sc_core::sc_time_stamp()); }
  /// Cycle in which a call with an annotated delay arrives.
  std::uint64_t arrival(const sc_core::sc_time& delay) const {
    return cycle_of(sc_core::sc_time_stamp() + delay);
  }
  /// Time from now to the beginning of a cycle; nothing if it has begun.
  sc_core::sc_time until(std::uint64_t cycle) const {
    const std::uint64_t now = sc_core::sc_time_stamp().value();
    return sc_core::sc_time::from_value(cycle * period_ > now ? cycle * period_ - now : 0);
  }

 private:
  std::uint64_t cycle_of(const sc_core::sc_time& time) const {
    return (time.value() + period_ - 1) / period_;
  }

  std::uint64_t period_;
};

}  // namespace lanefold
