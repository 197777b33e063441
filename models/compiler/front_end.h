// SPDX-License-Identifier: Apache-2.0
// From OpenCL C source text to LLVM IR that is not optimised yet: clang's front end.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "compiler/tools.h"
#include "lanefold/compiler.h"

namespace lanefold {

struct SourceUnit {
  const std::string& text;
  const std::string& file_name;
  const CompileOptions& options;
  bool whole_program;  ///< no other unit defines its functions
};

struct FrontEndResult {
  /// What changes from then on may not be what clang has read; compares with last_change().
  std::chrono::nanoseconds start{};
  bool succeeded = false;
  bool double_precision = false;
  std::string messages;
  std::string ir;
  std::vector<std::string> included;        ///< files, as clang names them
  std::vector<std::string> search_folders;  ///< where clang has looked for them
};

/// What the environment says of folders, one variable after the other; clang reads it by itself.
std::vector<std::string> environment_of_folders();

/// Whether the text or a definition among the options may want doubles.
bool may_use_double(const SourceUnit& unit);

/// Double precision is as the options say; unset, it is on if the source needs it. Throws
/// Error(Compiler) for build options and names of headers that are refused.
FrontEndResult run_front_end(const SourceUnit& unit, const Tools& tools,
                             const std::filesystem::path& scratch);

}  // namespace lanefold
