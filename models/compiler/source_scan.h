// SPDX-License-Identifier: Apache-2.0
// A look at OpenCL C source text before the compiler sees it.
#pragma once

#include <string_view>

namespace lanefold {

/// True if the code, comments and literals of text aside, names a double type, the extension for it
/// or one of its constants, or includes a file, which may; or, unless `constants_are_single`, if it
/// holds a floating constant without a suffix.
bool mentions_double(std::string_view source, bool constants_are_single);

/// Whether the text may enable cl_khr_fp16, without which no half is a number: it names the
/// extension, or includes a file that may.
bool mentions_half(std::string_view source);

}  // namespace lanefold
