// SPDX-License-Identifier: Apache-2.0
// Whether the device has images.
#pragma once

#include "context.h"
#include "simulated_device.h"

namespace lanefold::icd {

/// Code of Gen8 reads images by messages to its sampler, which the model does not have.
bool has_images(const SimulatedDevice& device);

/// Throws ApiError(CL_INVALID_OPERATION) if the device has none, and tells the context why.
void require_images(const Context& context);

}  // namespace lanefold::icd
