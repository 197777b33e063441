// SPDX-License-Identifier: Apache-2.0
// Reading files, compressed or not, with one sentence for each failure.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanefold {

/// The content, expanded if the file is compressed. Throws Error(File) for what cannot be read to
/// its end.
std::vector<std::byte> read_bytes(const std::string& file);
std::string read_text(const std::string& file);

/// A regular file in memory; its pages are read when they are looked at.
class MappedFile {
 public:
  /// Throws Error(File) for what cannot be mapped.
  explicit MappedFile(const std::string& file);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view content() const;

 private:
  struct Mapping;
  std::unique_ptr<Mapping> mapping_;  ///< none for an empty file
};

/// Hands over the lines of a file or pipe, without their newlines. Throws Error(File).
void for_each_line(const std::string& file, const std::function<void(std::string_view)>& line);

/// The name without its folder.
std::string base_name(const std::string& file);

}  // namespace lanefold
