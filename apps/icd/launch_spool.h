// SPDX-License-Identifier: Apache-2.0
// Texts on their way to a file whose beginning is known at the end only.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanefold::icd {

/// Keeps the texts beside the file, in a new one of its name, the process's number and ".partial",
/// so that a process that is killed leaves those that it has added. Where there cannot be one, a
/// message says so, unless the file is a pipe or a device, and they are kept in a temporary file.
class LaunchSpool {
 public:
  /// Nothing is opened before the first text.
  explicit LaunchSpool(std::string file) : file_(std::move(file)) {}

  void add(std::string_view text);

  bool empty() const { return sizes_.empty(); }
  /// Replaces the file by `start`, the texts with `separator` between them, and `end`, and takes
  /// the partial file away. Throws Error(File).
  void write_between(std::string_view start, std::string_view separator, std::string_view end);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void open();

  std::string file_;
  std::string partial_;  ///< name of the partial file; empty: there is none
  std::unique_ptr<std::FILE, Close> spool_;
  std::vector<std::size_t> sizes_;
  bool complete_ = true;  ///< all could be written
};

}  // namespace lanefold::icd
