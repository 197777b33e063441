// SPDX-License-Identifier: Apache-2.0
// How far lanes may slip: fixed, or found out while the program runs (SC'09 section 5.2, adaptive
// diff). No SystemC.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/cycle.h"
#include "decisions/divergence/slip_counters.h"
#include "lanefold/core_config.h"
#include "lanefold/machine_state.h"
#include "lanefold/slip_statistics.h"

namespace lanefold {

/// What a core that held warps did in a sampling period.
struct SlipSample {
  Cycle cycles = 0;
  Cycle executing = 0;  ///< of them, cycles in which an instruction issued or a pipe was at work
  Cycle waiting = 0;    ///< of them, cycles without, in which most warps waited for memory
  std::uint64_t bytes = 0;  ///< that it moved off the chip
};

/// What the limit does after a period.
enum class SlipStep : std::uint8_t { Lower, Keep, Raise };

/// A core is bound by its ALUs, or by bandwidth, if it used at least `kBound` of what it has: of
/// its cycles, or of its fair part of the bandwidth. From `kBalance` on that is in balance with
/// latency. A core that waits for memory in less than `kLatency` of its cycles has nothing to gain.
struct SlipThresholds {
  static constexpr double kBound = 7.0 / 8;
  static constexpr double kBalance = 3.0 / 4;
  static constexpr double kLatency = 1.0 / 8;
};

/// `fair_bytes`: a core's part of the bandwidth, in bytes per cycle; 0 is no limit.
SlipStep slip_step(const SlipSample& sample, double fair_bytes);

/// The max-slip register of a core and what decides on it.
class AdaptiveSlip {
 public:
  /// The control begins with lockstep: a limit of 0.
  AdaptiveSlip(const SlipConfig& config, double fair_bytes)
      : config_(config), fair_bytes_(fair_bytes), limit_(config.adaptive() ? 0 : config.max) {}

  bool adaptive() const { return config_.adaptive(); }
  unsigned limit() const { return limit_; }
  /// Cycles of the period that are left.
  Cycle left() const { return period() - std::min(sample_.cycles, period()); }

  SlipState state() const;
  /// As it was then, but for a limit that does not adapt.
  void restore(const SlipState& state);

  /// More of what the core did. Where a period is over, the limit takes its step.
  void count(const SlipSample& more, SlipStatistics& statistics);

 private:
  Cycle period() const { return config_.sampling_period; }

  const SlipConfig config_;
  const double fair_bytes_;
  unsigned limit_;
  SlipSample sample_;
};

}  // namespace lanefold
