// SPDX-License-Identifier: Apache-2.0
// Whole files, compressed or not, with one sentence for each failure.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanefold {

/// Whether the name says gzip: such files are expanded when read and compressed when written.
bool is_compressed(const std::string& file);

/// Throws Error(File) for what cannot be read to its end.
std::vector<std::byte> read_bytes(const std::string& file);
std::string read_text(const std::string& file);

/// Writes a file piece by piece, or standard output for "-". Throws Error(File).
class FileWriter {
 public:
  explicit FileWriter(const std::string& file);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(std::string_view content);
  /// The file is complete only then.
  void close();

 private:
  struct Stream;
  std::string file_;
  std::unique_ptr<Stream> stream_;  ///< none for standard output
};

/// Replaces the file, or prints to standard output for "-". Throws Error(File).
void write_file(const std::string& file, std::string_view content);

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

/// For files that others write without a word when they cannot: throws Error(File) unless there is
/// a regular file that is not empty.
void require_content(const std::string& file);

/// The name without its folder.
std::string base_name(const std::string& file);

}  // namespace lanefold
