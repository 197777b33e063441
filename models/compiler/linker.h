// SPDX-License-Identifier: Apache-2.0
// The LLVM linker: programs from objects, and objects merged into one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compiler/tools.h"
#include "decisions/program/kernel_table.h"

namespace lanefold {

/// What goes into a link: relocatable ELF files, and what their kernel tables say together.
struct LinkInput {
  std::string what;  ///< for messages: whose link it is
  std::vector<std::string> objects;
  KernelTable table;
};

/// A program that can be loaded. `runtime` is the object of DeviceLibrary::runtime. Throws
/// Error(Compiler) with the linker's own text.
std::string link_program(const LinkInput& input, const std::string& runtime, const Tools& tools,
                         const std::filesystem::path& scratch);

/// One object with the content of all; symbols may stay open.
std::string merge_objects(const LinkInput& input, const Tools& tools,
                          const std::filesystem::path& scratch);

}  // namespace lanefold
