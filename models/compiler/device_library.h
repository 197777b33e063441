// SPDX-License-Identifier: Apache-2.0
// The device library: the built-in functions of OpenCL C as LLVM bitcode, and the routines that
// generated code calls as an object file. Made from its sources once, then taken from the cache.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/embedded_file.h"
#include "compiler/cache.h"
#include "compiler/tools.h"

namespace lanefold {

/// The sources of the library and the linker script, as embedded at build time.
const std::vector<EmbeddedFile>& device_library_files();
/// The text of one of them.
const std::string& device_library_file(const std::string& name);

/// A hash of the compiler driver's own sources, as they were at build time.
std::string driver_version();

/// Arguments of clang that programs and library share: target, code generation, language.
std::vector<std::string> target_arguments(bool double_precision);
/// The front end's share: address spaces, extensions and what the source text may assume.
std::vector<std::string> language_arguments(bool double_precision, bool half_precision);

struct DeviceLibrary {
  std::string bitcode;  ///< for -mlink-builtin-bitcode
  std::string runtime;  ///< ELF object of the routines that LLVM's code generator calls
  std::string hash;     ///< of everything that both were made from
};

/// Hash of everything that the library is made from; starts no tool.
std::string device_library_hash(const Tools& tools, bool double_precision);

/// From the cache, or compiled in `scratch`.
DeviceLibrary device_library(const Tools& tools, const CompilationCache& cache,
                             bool double_precision, const std::filesystem::path& scratch);

}  // namespace lanefold
