// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.8, clEnqueueNDRangeKernel: from sizes as the application gives them to an
// index space. Decisions without state.
#pragma once

#include <cstddef>

#include "lanefold/device.h"
#include "opencl.h"

namespace lanefold::icd {

/// As in the arguments of clEnqueueNDRangeKernel; offset and local may be null.
struct RequestedRange {
  cl_uint dimensions;
  const std::size_t* offset;
  const std::size_t* global;
  const std::size_t* local;
};

/// Without a local size: groups of up to 64 work-items, of which the first dimension gets as many
/// as it has factors for. Throws ApiError: CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_WORK_SIZE,
/// CL_INVALID_GLOBAL_OFFSET, CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE.
NDRange nd_range_of(const RequestedRange& request, const KernelInfo& kernel,
                    std::uint32_t largest_group);

}  // namespace lanefold::icd
