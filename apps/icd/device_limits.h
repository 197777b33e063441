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

/// The largest images, in texels: the least that OpenCL 1.2 table 4.3 allows.
constexpr std::size_t kImageWidth = 8192;  ///< of 1D and 2D, and their height
constexpr std::size_t kImage3dWidth = 2048;
constexpr std::size_t kImageLayers = 2048;
constexpr std::size_t kImageBufferWidth = 65536;
constexpr std::size_t kLargestPitch = std::size_t{1} << 31;  ///< bytes; the machine has 32 bits

}  // namespace lanefold::icd
