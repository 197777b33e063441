// SPDX-License-Identifier: Apache-2.0
// Reading and writing whole files.
#include "files.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "lanefold/error.h"

namespace lanefold {

std::string read_text(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw Error(ErrorKind::File, file + " is a directory, not a file");
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error(ErrorKind::File, file + " cannot be read");
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (stream.bad()) throw Error(ErrorKind::File, file + " cannot be read to its end");
  return text;
}

std::vector<std::byte> read_bytes(const std::string& file) {
  const std::string text = read_text(file);
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return std::vector<std::byte>(first, first + text.size());
}

void write_file(const std::string& file, std::string_view content) {
  if (file == "-") {
    std::fwrite(content.data(), 1, content.size(), stdout);
    return;
  }
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
  stream.close();
  if (!stream) throw Error(ErrorKind::File, file + " cannot be written");
}

std::string base_name(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

}  // namespace lanefold
