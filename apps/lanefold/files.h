// SPDX-License-Identifier: Apache-2.0
// Whole files, compressed or not, with one sentence for each failure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanefold {

/// Whether the name says gzip: such files are expanded when read and compressed when written.
bool is_compressed(const std::string& file);

/// Throws Error(File) for what cannot be read to its end.
std::vector<std::byte> read_bytes(const std::string& file);
std::string read_text(const std::string& file);

/// Replaces the file, or prints to standard output for "-". Throws Error(File).
void write_file(const std::string& file, std::string_view content);

/// For files that others write without a word when they cannot: throws Error(File) unless there is
/// a regular file that is not empty.
void require_content(const std::string& file);

/// The name without its folder.
std::string base_name(const std::string& file);

}  // namespace lanefold
