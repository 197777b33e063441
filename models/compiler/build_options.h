// SPDX-License-Identifier: Apache-2.0
// The build options of OpenCL 1.2 clause 5.6.4, translated for clang.
#pragma once

#include <string>
#include <vector>

namespace lanefold {

struct ClangOptions {
  std::vector<std::string> arguments;  ///< of the front end, the language version included
  std::vector<std::string> back_end;   ///< what changes the code, and not its intermediate form
  std::string notes;                   ///< a line for each option that has no effect here
};

/// Throws Error(Compiler) for an option that neither OpenCL nor a well-known vendor has, so that no
/// other switch of clang can be reached.
ClangOptions clang_options(const std::vector<std::string>& user_options);

}  // namespace lanefold
