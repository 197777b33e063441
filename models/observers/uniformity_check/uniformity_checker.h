// SPDX-License-Identifier: Apache-2.0
// Compares what the analysis of uniformity says of each instruction with the lanes that run it.
#pragma once

#include <cstdint>
#include <utility>

#include "decisions/execute/execution_observer.h"
#include "observers/uniformity_check/launched_kernels.h"

namespace lanefold {

/// Throws Error(Internal) that names instruction, register and lanes if a value that the analysis
/// calls uniform or affine is not.
class UniformityChecker final : public InstructionWatcher {
 public:
  explicit UniformityChecker(LaunchedKernels::ShapeOf shape_of) : kernels_(std::move(shape_of)) {}

  void begins(const Warp& warp, const Instruction& instruction, LaneMask active) override;
  void ended(const Warp& warp, const Instruction& instruction, LaneMask active) override;

  /// Values of several lanes that were compared, and found as the analysis says.
  std::uint64_t compared() const { return compared_; }

 private:
  void check(const Warp& warp, const Instruction& instruction, LaneMask active, unsigned row,
             const Uniformity& claim);

  LaunchedKernels kernels_;
  std::uint64_t compared_ = 0;
};

}  // namespace lanefold
