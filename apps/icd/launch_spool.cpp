// SPDX-License-Identifier: Apache-2.0
// Texts on their way to a file whose beginning is known at the end only.
#include "launch_spool.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "apps/lanefold/files.h"
#include "lanefold/error.h"
#include "message.h"

namespace lanefold::icd {

void LaunchSpool::open() {
  std::error_code ignored;
  // Nothing lies beside a pipe or a device.
  const bool beside = file_ != "-" && (std::filesystem::is_regular_file(file_, ignored) ||
                                       !std::filesystem::exists(file_, ignored));
  if (beside) {
    partial_ = file_ + '.' + std::to_string(getpid()) + ".partial";
    spool_.reset(std::fopen(partial_.c_str(), "wbx+"));
    if (spool_ != nullptr) return;
    print_message(
        fmt::format("{} cannot be created ({}): should the process be killed, the "
                    "statistics of its launches are lost ($LANEFOLD_STATS)",
                    partial_, std::generic_category().message(errno)));
  }
  partial_.clear();
  spool_.reset(std::tmpfile());
}

void LaunchSpool::add(std::string_view text) {
  if (sizes_.empty()) open();
  sizes_.push_back(text.size());
  complete_ = complete_ && spool_ != nullptr &&
              std::fwrite(text.data(), 1, text.size(), spool_.get()) == text.size() &&
              std::fputc('\n', spool_.get()) != EOF && std::fflush(spool_.get()) == 0;
}

void LaunchSpool::write_between(std::string_view start, std::string_view separator,
                                std::string_view end) {
  if (!complete_) throw Error(ErrorKind::File, file_ + " cannot be written: its records are lost");
  FileWriter writer(file_);
  writer.write(start);
  if (spool_ != nullptr) std::rewind(spool_.get());
  std::string text;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    text.resize(sizes_[i] + 1);  // with its line end
    if (std::fread(text.data(), 1, text.size(), spool_.get()) != text.size()) {
      throw Error(ErrorKind::File, file_ + " cannot be written: its records cannot be read");
    }
    if (i != 0) writer.write(separator);
    writer.write(std::string_view(text).substr(0, sizes_[i]));
  }
  writer.write(end);
  writer.close();
  if (!partial_.empty()) std::remove(partial_.c_str());
}

}  // namespace lanefold::icd
