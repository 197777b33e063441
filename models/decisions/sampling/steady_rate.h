// SPDX-License-Identifier: Apache-2.0
// When the beginning of a launch says how long the rest will take. Decisions without a machine.
#pragma once

#include <cstdint>
#include <deque>

namespace lanefold {

/// What the beginning of a launch says of all of it.
struct LaunchEstimate {
  double cycles = 0;
  double error = 0;  ///< bound, in cycles
};

/// Compares windows of a launch. A window is as long as what the machine holds at once takes to be
/// executed: all phases of a work-item are then in each, in some warp. The first ones find caches
/// cold and warps in step. If the last few are equally fast, the rest is taken to be so, too.
class SteadyRate {
 public:
  /// The launch executes so many instructions of lanes, in so many warps, of which the machine
  /// holds `resident` at once. Lanes are counted because warps that are divided need more
  /// instructions.
  SteadyRate(std::uint64_t instructions, std::uint64_t warps, std::uint64_t resident);

  /// Whether the launch is so long that its beginning can be a small part.
  bool is_long() const;
  /// So many instructions were executed before a cycle, later than the one told before. Returns
  /// whether the rate is steady: nothing more is to be told.
  bool add(std::uint64_t cycle, std::uint64_t instructions);
  /// Cycles until something should be told again.
  std::uint64_t interval() const;

  /// Once it is steady.
  LaunchEstimate estimate() const;

 private:
  /// Of the windows that were compared: cycles for an instruction.
  struct Costs {
    double least;
    double mean;
    double most;
  };
  Costs costs() const;

  const std::uint64_t instructions_;
  const std::uint64_t window_;     ///< instructions of a window, at least
  std::uint64_t begin_cycle_ = 0;  ///< of the window that is open
  std::uint64_t begin_instructions_ = 0;
  std::uint64_t closed_ = 0;    ///< windows
  std::deque<double> windows_;  ///< cycles for an instruction, of the last ones that are closed
};

}  // namespace lanefold
