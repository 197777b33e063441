// SPDX-License-Identifier: Apache-2.0
// A private folder for intermediate files that disappears with the object, also when an error is
// thrown.
#pragma once

#include <filesystem>
#include <string_view>

namespace lanefold {

class TemporaryDirectory {
 public:
  /// Throws Error(File) when no folder can be created.
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Path of a file in the folder.
  std::filesystem::path file(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace lanefold
