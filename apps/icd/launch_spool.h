// SPDX-License-Identifier: Apache-2.0
// Texts on their way to a file whose beginning is known at the end only.
#pragma once

#include <cstddef>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/output_file.h"

namespace lanefold::icd {

/// Keeps the texts beside the file, in a new one of its name, the process's number and ".partial",
/// so that a process that is killed leaves those that it has added. Where there cannot be one, a
/// message says so, unless the file is a pipe or a device, and they are kept in a temporary file.
class LaunchSpool {
 public:
  /// Nothing is opened before the first text.
  explicit LaunchSpool(std::string file) : file_(std::move(file)) {}

  /// Throws Error(File), and again for every later text, if one could not be kept.
  void add(std::string_view text);

  bool empty() const { return sizes_.empty(); }
  /// Replaces the file by `start`, the texts with `separator` between them, and `end`, and takes
  /// the partial file away. Throws Error(File).
  void write_between(std::string_view start, std::string_view separator, std::string_view end);

 private:
  void open();
  std::string partial_name() const;
  bool open_partial(const std::string& name);
  void open_file(const std::string& name);

  std::string file_;
  std::string partial_;                ///< name of the partial file; empty: there is none
  std::unique_ptr<OutputFile> spool_;  ///< each text, and a line end; none before the first
  std::ifstream kept_;                 ///< the same file, to be read at the end
  std::vector<std::size_t> sizes_;
};

}  // namespace lanefold::icd
