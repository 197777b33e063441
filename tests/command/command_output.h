// SPDX-License-Identifier: Apache-2.0
// Reading what the command prints, and a kernel to run.
#pragma once

#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "base/text.h"

namespace lanefold {

inline std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// The first line that starts with these words, or nothing.
inline std::string line_of(const std::string& text, const std::string& start) {
  for (const std::string& line : split(text, '\n')) {
    if (line.rfind(start, 0) == 0) return line;
  }
  return "";
}

/// The cells of the first table row of that name.
inline std::vector<std::string> row_of(const std::string& text, const std::string& name) {
  return words_of(line_of(text, name + " "));
}

inline constexpr const char* kScaleKernel =
    "__kernel void scale(__global const float* in, __global float* out, float factor) {\n"
    "  size_t i = get_global_id(0);\n"
    "  out[i] = in[i] * factor;\n"
    "}\n";

}  // namespace lanefold
