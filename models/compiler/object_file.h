// SPDX-License-Identifier: Apache-2.0
// Sections of relocatable ELF files, as the compiler writes them or a host program hands them in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanefold {

/// The content of a section, or nothing if the file is no relocatable ELF file or lacks it.
std::optional<std::string> object_section(std::string object, std::string_view name);

/// Names of the functions that the object defines for others.
std::vector<std::string> defined_functions(std::string object);

}  // namespace lanefold
