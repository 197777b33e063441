// SPDX-License-Identifier: Apache-2.0
// The lines of memory that a functional run asks for.
#pragma once

#include <cstdint>
#include <vector>

#include "decisions/execute/execution_observer.h"
#include "decisions/memory/lane_memory.h"
#include "lanefold/machine_state.h"

namespace lanefold {

/// Each load, store or atomic of a warp asks once for every line of global memory that its lanes
/// touch. Watches RISC-V kernels.
class LineCounter final : public InstructionWatcher {
 public:
  /// A power of two.
  explicit LineCounter(std::uint32_t line_bytes) : line_bytes_(line_bytes) {}

  void begins(const Warp& warp, const Instruction& instruction, LaneMask active) override;
  void ended(const Warp& /*warp*/, const Instruction& /*instruction*/,
             LaneMask /*active*/) override {}

  /// Since forget().
  std::uint64_t count() const { return lines_; }
  /// The latest of these accesses, at least as many as caches have lines.
  const std::vector<LineTouch>& touched() const { return touched_; }
  void forget() {
    lines_ = 0;
    touched_.clear();
  }

 private:
  /// Of accesses that are kept: lines of the largest caches, twice.
  static constexpr std::size_t kMostTouched = 1 << 18;

  void touch(std::uint32_t address, bool writes);

  const std::uint32_t line_bytes_;
  LaneAccess access_;  ///< of the latest instruction: its arrays are large
  std::uint64_t lines_ = 0;
  std::vector<LineTouch> touched_;
};

}  // namespace lanefold
