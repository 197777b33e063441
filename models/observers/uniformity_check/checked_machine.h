// SPDX-License-Identifier: Apache-2.0
// Machines all of whose runs are held against the analysis of uniformity.
#pragma once

#include <memory>

#include "lanefold/machine.h"
#include "observers/uniformity_check/uniformity_checker.h"

namespace lanefold {

/// A machine like any other, whose launches throw Error(Internal) if the analysis was wrong.
class CheckedMachine {
 public:
  /// Functional or timed. `shape_of` is for tests; by default it is shape_on().
  CheckedMachine(const MachineConfig& config, bool functional);
  CheckedMachine(const MachineConfig& config, bool functional, LaunchedKernels::ShapeOf shape_of);
  ~CheckedMachine();
  CheckedMachine(const CheckedMachine&) = delete;
  CheckedMachine& operator=(const CheckedMachine&) = delete;

  Machine& machine() { return *machine_; }
  /// Values of several lanes that were compared.
  std::uint64_t compared() const { return checker_.compared(); }

 private:
  class Factory;

  UniformityChecker checker_;
  std::unique_ptr<WatchingObserver> observer_;
  std::unique_ptr<Factory> factory_;
  std::unique_ptr<Machine> machine_;
};

}  // namespace lanefold
