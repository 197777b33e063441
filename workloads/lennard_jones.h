// SPDX-License-Identifier: Apache-2.0
// What the workloads share that compute forces between the particles of a liquid.
#pragma once

#include <memory>
#include <string>

#include "workloads/workload.h"

namespace lanefold {

/// Functions of lennard_jones.cl, and what their workload is called.
struct ForceKernel {
  std::string workload;
  std::string description;
  std::string function;  ///< for lists of neighbours that are interleaved
  /// For lists that are stored one after the other; empty if there is no such function.
  std::string rows_function;
};

std::unique_ptr<Workload> make_forces(ForceKernel kernel);

}  // namespace lanefold
