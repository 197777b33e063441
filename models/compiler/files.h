// SPDX-License-Identifier: Apache-2.0
// Whole files as strings.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace lanefold {

/// The content, or nothing when the file cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path);
/// The content of a file that a tool has just written; throws Error(File) when it is missing.
std::string read_result(const std::filesystem::path& path);
/// When the file was last written, renamed or replaced, which no program can set; nothing if there
/// is no file. Since the Epoch, by the clock of the file system: comparable with other files.
std::optional<std::chrono::nanoseconds> last_change(const std::filesystem::path& path);

}  // namespace lanefold
