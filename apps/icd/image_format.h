// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.3.1: what a texel is made of. Decisions without state.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "opencl.h"

namespace lanefold::icd {

/// All formats of the device, for images of every type and use.
const std::vector<cl_image_format>& supported_formats();

/// Bytes of a texel, 1 to 16. Throws ApiError: CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if there is no
/// such format or none is given, CL_IMAGE_FORMAT_NOT_SUPPORTED for the others.
std::size_t texel_bytes_of(const cl_image_format* format);

using Texel = std::array<std::byte, 16>;

/// The bytes of a texel of a supported format from a colour of four cl_float, cl_int or cl_uint, as
/// the format's built-in write_image function takes it (clause 8.3).
Texel texel_of(const cl_image_format& format, const void* colour);

}  // namespace lanefold::icd
