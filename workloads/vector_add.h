// SPDX-License-Identifier: Apache-2.0
// Element-wise sum of two vectors: streaming memory, no divergence.
#pragma once

#include <memory>

#include "workloads/workload.h"

namespace lanefold {

std::unique_ptr<Workload> make_vector_add();

}  // namespace lanefold
