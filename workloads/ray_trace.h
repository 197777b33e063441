// SPDX-License-Identifier: Apache-2.0
// Ray tracing of a procedural scene: traversals of uneven length with a stack in private memory.
#pragma once

#include <memory>

#include "workloads/workload.h"

namespace lanefold {

std::unique_ptr<Workload> make_ray_trace_primary();
std::unique_ptr<Workload> make_ray_trace_ao();

}  // namespace lanefold
