// SPDX-License-Identifier: Apache-2.0
// Texts on their way to a file whose beginning is known at the end only.
#include "launch_spool.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <ios>
#include <system_error>

#include "lanefold/error.h"
#include "message.h"

namespace lanefold::icd {

namespace fs = std::filesystem;

void LaunchSpool::open() {
  const std::string name = partial_name();
  if (!name.empty() && open_partial(name)) return;
  std::error_code failure;
  const fs::path folder = fs::temp_directory_path(failure);
  const std::string temporary = fmt::format("{}/lanefold-{}-{}", failure ? "/tmp" : folder.string(),
                                            getpid(), fmt::ptr(this));
  open_file(temporary);
  fs::remove(temporary, failure);  // it lives as long as it is open
}

/// Empty where nothing lies beside the file: that of a pipe or a device.
std::string LaunchSpool::partial_name() const {
  std::error_code ignored;
  const bool beside =
      file_ != "-" && (fs::is_regular_file(file_, ignored) || !fs::exists(file_, ignored));
  return beside ? fmt::format("{}.{}.partial", file_, getpid()) : "";
}

bool LaunchSpool::open_partial(const std::string& name) {
  try {
    open_file(name);
  } catch (const Error& error) {
    print_message(
        fmt::format("{}; should the process be killed, the statistics of its launches are lost "
                    "($LANEFOLD_STATS)",
                    error.what()));
    return false;
  }
  partial_ = name;
  return true;
}

void LaunchSpool::open_file(const std::string& name) {
  spool_ = std::make_unique<OutputFile>(name, OutputFile::Kind::New);
  kept_.open(name, std::ios::binary);
}

void LaunchSpool::add(std::string_view text) {
  if (spool_ == nullptr) open();
  spool_->write(text);
  spool_->write("\n");
  spool_->flush();
  sizes_.push_back(text.size());
}

void LaunchSpool::write_between(std::string_view start, std::string_view separator,
                                std::string_view end) {
  if (spool_ != nullptr) spool_->flush();
  OutputFile file(file_);
  file.write(start);
  std::string text;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    text.resize(sizes_[i] + 1);  // with its line end
    if (!kept_.read(text.data(), static_cast<std::streamsize>(text.size()))) {
      throw Error(ErrorKind::File, file_ + " cannot be written: its records cannot be read");
    }
    if (i != 0) file.write(separator);
    file.write(std::string_view(text).substr(0, sizes_[i]));
  }
  file.write(end);
  file.close();
  if (!partial_.empty()) std::remove(partial_.c_str());
}

}  // namespace lanefold::icd
