// SPDX-License-Identifier: Apache-2.0
// Counts the lines of memory that a functional run asks for.
#pragma once

#include <cstdint>
#include <utility>

#include "decisions/execute/execution_observer.h"
#include "decisions/memory/lane_memory.h"

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

  /// Since the last call.
  std::uint64_t take() { return std::exchange(lines_, 0); }

 private:
  const std::uint32_t line_bytes_;
  LaneAccess access_;  ///< of the latest instruction: its arrays are large
  std::uint64_t lines_ = 0;
};

}  // namespace lanefold
