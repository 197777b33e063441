// SPDX-License-Identifier: Apache-2.0
// Source text as files that a compiler reads.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lanefold/compiler.h"

namespace lanefold {

/// Without what editors and hosts add: a byte order mark, null characters at the end.
std::string_view plain_text(std::string_view text);

/// The source without pragmas of OpenCL extensions that are there although clang says they are not;
/// lines keep their numbers.
std::string without_known_pragmas(std::string text);

/// The source behind a line marker, so that all messages and line tables name the user's file.
std::string marked_source(std::string_view text, const std::string& file_name);

/// Writes the headers that came as text into `folder`. Throws Error(Compiler) for a name that is
/// no relative path within it.
void write_headers(const std::vector<SourceHeader>& headers, const std::filesystem::path& folder);

}  // namespace lanefold
