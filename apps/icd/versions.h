// SPDX-License-Identifier: Apache-2.0
// The version of OpenCL, and extensions with theirs, as text and as numbers
// (cl_khr_extended_versioning).
#pragma once

#include <string>
#include <vector>

#include "opencl.h"

namespace lanefold::icd {

/// Of the platform, the device and OpenCL C.
constexpr const char* kOpenClVersionText = "1.2";
constexpr cl_version kOpenClVersion = CL_MAKE_VERSION(1, 2, 0);

/// Names of extensions, each of version 1.0.0.
using Extensions = std::vector<const char*>;

/// With a space between two.
std::string text_of(const Extensions& extensions);
std::vector<cl_name_version> versions_of(const Extensions& extensions);

/// "OpenCL C" in each version that the compiler takes.
std::vector<cl_name_version> language_versions();

}  // namespace lanefold::icd
