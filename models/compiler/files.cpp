// SPDX-License-Identifier: Apache-2.0
// Whole files as strings.
#include "compiler/files.h"

#include <sys/stat.h>

#include <array>
#include <fstream>

#include "lanefold/error.h"

namespace lanefold {

std::optional<std::string> read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  std::string content;
  std::array<char, 1U << 16> block;
  while (stream.read(block.data(), block.size()) || stream.gcount() > 0) {
    content.append(block.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) return std::nullopt;
  return content;
}

std::string read_result(const std::filesystem::path& path) {
  std::optional<std::string> content = read_file(path);
  if (!content) throw Error(ErrorKind::File, "cannot read " + path.string());
  return *std::move(content);
}

std::optional<std::chrono::nanoseconds> last_change(const std::filesystem::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return std::chrono::seconds(status.st_ctim.tv_sec) +
         std::chrono::nanoseconds(status.st_ctim.tv_nsec);
}

}  // namespace lanefold
