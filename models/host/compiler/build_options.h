// SPDX-License-Identifier: Apache-2.0
// The build options of OpenCL 1.2 clause 5.6.4, translated for clang.
#pragma once

#include <string>
#include <vector>

namespace lanefold {

/// Arguments for clang, the language version included. Throws Error(Compiler) for an option that
/// OpenCL does not have, so that no other switch of clang can be reached.
std::vector<std::string> clang_arguments(const std::vector<std::string>& user_options);

}  // namespace lanefold
