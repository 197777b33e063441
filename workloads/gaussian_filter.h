// SPDX-License-Identifier: Apache-2.0
// What the workloads share that blur an image by 3 x 3 pixels.
#pragma once

#include <memory>
#include <string>

#include "workloads/workload.h"

namespace lanefold {

/// Functions of gaussian_filter.cl, and what their workload is called.
struct BlurKernel {
  std::string workload;
  std::string description;
  std::string function;         ///< reads a new column for each pixel
  std::string rolled_function;  ///< reads all nine pixels in a loop; empty without such a choice
};

std::unique_ptr<Workload> make_blur(BlurKernel kernel);

}  // namespace lanefold
