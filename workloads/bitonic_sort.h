// SPDX-License-Identifier: Apache-2.0
// Bitonic sort: exchanges that depend on data, in global and in local memory.
#pragma once

#include <memory>

#include "workloads/workload.h"

namespace lanefold {

std::unique_ptr<Workload> make_bitonic_sort();

}  // namespace lanefold
