// SPDX-License-Identifier: Apache-2.0
// Who looks at a timed machine's counters while a launch runs.
#pragma once

#include <cstdint>
#include <vector>

#include "lanefold/statistics.h"

namespace lanefold {

/// What a launch has counted before one of its cycles, in counters that are sums. An instruction is
/// counted, with all its lane-slots, in the cycle in which it issues.
struct MachineSnapshot {
  std::uint64_t cycle = 0;  ///< of the launch, whose first is 0
  std::uint64_t warp_instructions = 0;
  std::uint64_t lane_instructions = 0;
  /// The ledger of each core; slots in which its pipes were idle are charged up to the cycle.
  std::vector<LaneLedger> ledgers;
  /// The counters of the levels of memory, in the order of LaunchStatistics::memory, but without
  /// those that add up as maxima.
  std::vector<std::uint64_t> memory;
};

/// Is called in the context of the simulation, during a launch: it uses nothing of SystemC and
/// nothing of the machine. Machines compute, take and count the same with it as without. What it
/// throws fails the launch.
class Sampler {
 public:
  virtual ~Sampler() = default;

  /// A launch begins. Returns the cycle in which it wants to look first, counted from the launch's
  /// first cycle; at least 1.
  virtual std::uint64_t begin() = 0;
  /// The first cycle from the one that it wanted on in which anything happens is about to begin.
  /// Returns the next one that it wants, which is later. The snapshot is valid during the call.
  virtual std::uint64_t take(const MachineSnapshot& snapshot) = 0;
  /// The launch has ended, or has been stopped (LaunchStatistics::partial). The cycle is the number
  /// of the launch's cycles, and the counters are those of its record. Not called for launches that
  /// fail otherwise.
  virtual void end(const MachineSnapshot& snapshot) = 0;
};

}  // namespace lanefold
