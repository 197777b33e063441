// SPDX-License-Identifier: Apache-2.0
// How a host lets simulated time pass: in a thread process it waits, outside of processes it runs
// the simulation.
#pragma once

#include <cstdint>

#include "lanefold/machine_config.h"
#include "machine/top/chip.h"

namespace lanefold {

class SimulatedTime {
 public:
  /// Both outlive it.
  SimulatedTime(Chip& chip, const MachineConfig& config) : chip_(chip), config_(config) {}

  /// Before a launch. Throws Error(Usage) in a process that cannot wait, and when the simulation
  /// has ended.
  static void check_caller();
  /// To the next multiple of the issue period, so that equal launches take equal cycles.
  void align();
  /// Simulated since the begin, and on to that time if it is not over.
  static std::uint64_t picoseconds();
  static void reach(std::uint64_t picoseconds);
  /// So many cycles, or fewer if the launch stops or nothing is left to happen.
  void pass(std::uint64_t cycles);
  /// So few cycles that nobody sees when a launch has really ended, if somebody could.
  std::uint64_t shortest(std::uint64_t cycles) const;
  /// Whether nothing is left to happen, so that a wait would be in vain.
  static bool starved();

 private:
  Chip& chip_;
  const MachineConfig& config_;
};

}  // namespace lanefold
