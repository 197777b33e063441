// SPDX-License-Identifier: Apache-2.0
// What the analysis of uniformity says of a kernel, for people and for programs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/uniformity/kernel_uniformity.h"

namespace lanefold {

/// A kernel, in one shape.
struct AnalysedKernel {
  const ProgramImage* image = nullptr;
  std::string name;
  std::array<std::uint32_t, 3> local{1, 1, 1};  ///< work-items of a group
  std::uint32_t warp_width = 1;                 ///< lanes
  KernelUniformity uniformity;
};

/// A source line in listings and tables: "(no line)" for the empty one, of instructions that belong
/// to none.
std::string name_of_line(const std::string& line);

/// Its instructions with what their lanes do, and why some are divergent.
std::string analysis_listing(const AnalysedKernel& kernel);

/// A line for each kernel.
std::string analysis_summary(const std::vector<AnalysedKernel>& kernels);

/// JSON text, ending in a newline; docs/method/uniformity.md explains it.
std::string analysis_json(const std::vector<AnalysedKernel>& kernels);

}  // namespace lanefold
