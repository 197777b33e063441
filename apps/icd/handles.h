// SPDX-License-Identifier: Apache-2.0
// The objects that handles of the OpenCL API point to: each starts with the loader's dispatch table
// (cl_khr_icd).
#pragma once

#include "opencl.h"

namespace lanefold::icd {

/// The functions of this driver. Slots of functions that it does not have refuse as the standard
/// says.
const cl_icd_dispatch& dispatch_table();

/// The loader calls the first word of what a handle points to.
struct Dispatched {
  const cl_icd_dispatch* dispatch = &dispatch_table();
};

}  // namespace lanefold::icd

// NOLINTBEGIN(bugprone-reserved-identifier): the names are those of the OpenCL headers.

struct _cl_platform_id : lanefold::icd::Dispatched {};
struct _cl_device_id : lanefold::icd::Dispatched {};
struct _cl_context : lanefold::icd::Dispatched {};
struct _cl_command_queue : lanefold::icd::Dispatched {};
struct _cl_mem : lanefold::icd::Dispatched {};
struct _cl_sampler : lanefold::icd::Dispatched {};
struct _cl_program : lanefold::icd::Dispatched {};
struct _cl_kernel : lanefold::icd::Dispatched {};
struct _cl_event : lanefold::icd::Dispatched {};
// NOLINTEND(bugprone-reserved-identifier)

namespace lanefold::icd {

cl_platform_id the_platform();
cl_device_id the_device();

/// Throws ApiError(CL_INVALID_PLATFORM, CL_INVALID_DEVICE) for any other handle.
void require_platform(cl_platform_id platform);
void require_device(cl_device_id device);

}  // namespace lanefold::icd
