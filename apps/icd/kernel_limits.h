// SPDX-License-Identifier: Apache-2.0
// What a kernel can be launched with at most, as the application is told.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel.h"

namespace lanefold::icd {

/// Work-items of a group: those of reqd_work_group_size, or what the device says.
std::size_t largest_group(const Kernel& kernel);

}  // namespace lanefold::icd
