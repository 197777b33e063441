// SPDX-License-Identifier: Apache-2.0
// The kernels that were launched, and what the analysis of uniformity says of each in its shape.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <utility>

#include "analysis/uniformity/kernel_uniformity.h"
#include "decisions/execute/per_kernel.h"
#include "lanefold/machine_config.h"

namespace lanefold {

struct LaunchedKernel {
  const ProgramImage* image = nullptr;
  unsigned number = 0;  ///< in order of their first launch
  KernelUniformity uniformity;
};

/// Programs stay loaded as long as this lives.
class LaunchedKernels {
 public:
  /// In what shape a launch of groups of this size runs.
  using ShapeOf = std::function<LaunchShape(const std::array<std::uint32_t, 3>& local)>;
  explicit LaunchedKernels(ShapeOf shape_of) : shape_of_(std::move(shape_of)) {}

  /// Analysed at the first launch of a kernel with groups of this size.
  const LaunchedKernel& of(const Launch& launch);
  /// Pairs of which the second is a kernel; in no order.
  const auto& all() const { return known_.all(); }

 private:
  ShapeOf shape_of_;
  PerKernel<LaunchedKernel> known_;
};

/// The shape of launches on a machine. A functional one has whole warps whose lanes are in step,
/// whatever `machine` says.
LaunchedKernels::ShapeOf shape_on(const MachineConfig& machine, bool functional);

}  // namespace lanefold
