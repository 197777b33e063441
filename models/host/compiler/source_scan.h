// SPDX-License-Identifier: Apache-2.0
// A look at OpenCL C source text before the compiler sees it.
#pragma once

#include <string_view>

namespace lanefold {

/// True if the code, comments and literals aside, names a double type or the extension for it, or
/// includes a file, which may.
bool mentions_double(std::string_view source);

}  // namespace lanefold
