// SPDX-License-Identifier: Apache-2.0
// Numbers of the device that several functions must agree on.
#pragma once

#include "decisions/memory/global_memory.h"
#include "opencl.h"

namespace lanefold::icd {

/// Alignment of buffers, sub-buffers, mapped memory and local arguments: room for the largest type
/// of OpenCL C, a double16.
constexpr std::size_t kBaseAlignment = GlobalMemory::kAlignment;

constexpr cl_command_queue_properties kQueueProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

}  // namespace lanefold::icd
