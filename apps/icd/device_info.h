// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 table 4.3: what the device says of itself.
#pragma once

#include "info.h"
#include "opencl.h"

namespace lanefold::icd {

class SimulatedDevice;

/// Throws ApiError(CL_INVALID_VALUE) for a name that the standard does not have.
void tell_device_info(const SimulatedDevice& device, cl_device_info name, const InfoSink& sink);

/// The same for names of OpenCL 2.0 to 3.0 and of cl_khr_extended_versioning; false for others.
bool tell_later_device_info(const SimulatedDevice& device, cl_device_info name,
                            const InfoSink& sink);

/// The largest buffer.
std::size_t max_allocation(const SimulatedDevice& device);

/// Whether a request for such devices finds the device.
bool is_device_type(cl_device_type type);

}  // namespace lanefold::icd
