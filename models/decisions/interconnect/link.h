// SPDX-License-Identifier: Apache-2.0
// A link of limited bandwidth: when may what pass. Exact, also for fractions of a unit per cycle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "base/divisor.h"

namespace lanefold {

/// `units` that pass in `cycles`, as a reduced fraction; no units stand for a link without limit.
struct Rate {
  std::uint64_t units = 0;
  std::uint64_t cycles = 1;

  static Rate of(std::uint64_t units, std::uint64_t cycles) {
    const std::uint64_t divisor = std::max<std::uint64_t>(std::gcd(units, cycles), 1);
    return {units / divisor, cycles / divisor};
  }
  bool limited() const { return units != 0; }
};

/// Time is counted in ticks of 1/`units` cycle, so that a unit takes `cycles` ticks.
class Link {
 public:
  explicit Link(Rate rate = {}) : rate_(rate), units_(std::max<std::uint64_t>(rate.units, 1)) {}

  const Rate& rate() const { return rate_; }
  std::uint64_t ticks(std::uint64_t cycle) const { return cycle * rate_.units; }
  /// The cycle in which the next transfer can begin, at any fraction of it.
  std::uint64_t free_cycle() const { return free_cycle_; }
  bool free(std::uint64_t cycle) const { return free_cycle() <= cycle; }

  struct Transfer {
    std::uint64_t begins = 0;  ///< cycle in which the first unit passes
    std::uint64_t ends = 0;    ///< cycle from which the last unit is there
  };
  /// The next `amount` passes, from the beginning of `cycle` or from when the link is free.
  Transfer pass(std::uint64_t cycle, std::uint64_t amount) {
    if (!rate_.limited()) return {cycle, cycle};
    const std::uint64_t begin = std::max(free_at_, ticks(cycle));
    free_at_ = begin + amount * rate_.cycles;
    free_cycle_ = units_.quotient(free_at_);
    return {units_.quotient(begin), units_.quotient_up(free_at_)};
  }

  void reset() { free_at_ = free_cycle_ = 0; }

 private:
  Rate rate_;
  Divisor units_;                 ///< of the rate
  std::uint64_t free_at_ = 0;     ///< tick
  std::uint64_t free_cycle_ = 0;  ///< that it lies in
};

}  // namespace lanefold
