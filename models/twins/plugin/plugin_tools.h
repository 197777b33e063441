// SPDX-License-Identifier: Apache-2.0
// The programs that make twins of RTL: Verilator, a compiler of C++, and Python.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lanefold {

struct PluginTools {
  std::filesystem::path python;
  std::filesystem::path verilator;
  std::filesystem::path compiler;
  std::vector<std::string> flags;  ///< of the compiler
  std::string fingerprint;         ///< changes when one of them is replaced
};

/// $LANEFOLD_PYTHON, $LANEFOLD_VERILATOR and $LANEFOLD_CXX, or else what PATH has, and the compiler
/// of this build. Throws Error(Compiler) if one is missing, or if Verilator is of another version
/// than the one of this build, whose run-time library all twins share.
PluginTools find_plugin_tools();

}  // namespace lanefold
