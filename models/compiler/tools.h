// SPDX-License-Identifier: Apache-2.0
// The external programs that do the work: clang and the LLVM linker, and others of other users.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lanefold {

/// A program, and what its absence is called.
struct ToolName {
  const char* variable;  ///< of the environment, that has its name or path
  std::string name;      ///< or path, without that variable
  const char* package;   ///< that has it
  const char* user = "the OpenCL C compiler";
};
/// Its path. Throws Error(Compiler) naming the package if it is not found.
std::filesystem::path find_tool(const ToolName& tool);
/// Changes when the file is replaced.
std::string describe_file(const std::filesystem::path& path);

struct Tools {
  std::filesystem::path clang;
  std::filesystem::path linker;
  /// Changes whenever one of the programs is replaced; part of every cache key.
  std::string fingerprint;
};

/// Looks at $LANEFOLD_CLANG and $LANEFOLD_LLD, then for clang-19 and ld.lld-19 in PATH. Throws
/// Error(Compiler) naming the package that is missing.
Tools find_tools();

/// $LANEFOLD_OCLOC, or ocloc in PATH: Intel's offline compiler. Throws as find_tools does.
std::filesystem::path find_ocloc();

struct ToolResult {
  bool succeeded = false;
  int exit_code = 0;
  int signal = 0;        ///< that ended it, or 0; `exit_code` has no meaning then
  std::string messages;  ///< standard error, then standard output
};

/// Where a program runs.
struct RunPlace {
  std::filesystem::path scratch;         ///< a folder for its messages
  std::filesystem::path folder = ".";    ///< its working directory
  std::filesystem::path standard_input;  ///< a file, or empty for no input
};

/// Runs a program without a shell and waits for it.
ToolResult run_tool(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    const RunPlace& place);

}  // namespace lanefold
