// SPDX-License-Identifier: Apache-2.0
// What kernels have printed: the records of a launch's printf buffer as text (OpenCL 1.2 clause
// 6.12.13).
#pragma once

#include <cstdint>
#include <vector>

#include "decisions/program/program_image.h"
#include "lanefold/device.h"

namespace lanefold {

/// Calls `print` for each complete record of `buffer`, in its order. The content is not trusted:
/// a format that is not valid prints as it stands, a text outside of the program as "(null)".
void print_records(const std::vector<std::uint32_t>& buffer, const ProgramImage& image,
                   const Device::Print& print);

}  // namespace lanefold
