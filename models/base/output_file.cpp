// SPDX-License-Identifier: Apache-2.0
// Files and standard streams whose writes are all checked.
#include "base/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cassert>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace lanefold {

namespace {

namespace io = boost::iostreams;

constexpr std::size_t kPiece = std::size_t{1} << 16;

int open_file(const std::string& name, OutputFile::Kind kind) {
  const int existing = kind == OutputFile::Kind::New ? O_EXCL : O_TRUNC;
  constexpr mode_t kReadableByAll = 0666;
  const int descriptor =
      open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | existing, kReadableByAll);
  if (descriptor < 0) throw write_error(name, errno);
  return descriptor;
}

std::string name_of(std::FILE* stream) {
  return stream == stdout ? "standard output" : "standard error";
}

void write_whole(const std::string& name, std::string_view content, OutputFile::Kind kind) {
  OutputFile file(name, kind);
  file.write(content);
  file.close();
}

}  // namespace

Error write_error(const std::string& name, int reason) {
  const std::string why = reason == 0 ? "" : ": " + std::generic_category().message(reason);
  return Error(ErrorKind::File, name + " cannot be written" + why);
}

bool is_compressed(const std::string& file) {
  return std::filesystem::path(file).extension() == ".gz";
}

/// The library's compressor never ends when what is behind it takes no more: it writes to memory.
class OutputFile::Compressor {
 public:
  explicit Compressor(std::string& compressed) {
    stream_.push(io::gzip_compressor());
    stream_.push(io::back_inserter(compressed));
    stream_.exceptions(std::ios::badbit);
  }

  void write(std::string_view content) {
    stream_.write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  void finish() { stream_.reset(); }

 private:
  io::filtering_ostream stream_;
};

OutputFile::OutputFile(std::string name, Kind kind)
    : name_(std::move(name)), prints_(kind == Kind::AsNamed && name_ == "-") {
  if (prints_) return;
  descriptor_ = open_file(name_, kind);
  if (kind == Kind::AsNamed && is_compressed(name_)) {
    compressor_ = std::make_unique<Compressor>(buffer_);
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::write(std::string_view content) {
  require_good();
  if (prints_) return print_to(stdout, content);
  assert(descriptor_ >= 0);
  if (compressor_ != nullptr) {
    compressor_->write(content);
  } else {
    buffer_.append(content);
  }
  if (buffer_.size() >= kPiece) pass_on();
}

void OutputFile::flush() {
  require_good();
  if (descriptor_ >= 0) pass_on();
}

void OutputFile::close() {
  require_good();
  if (descriptor_ < 0) return;
  if (compressor_ != nullptr) compressor_->finish();
  pass_on();
  // The descriptor is free even if a signal interrupts the call.
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail(errno);
}

void OutputFile::pass_on() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written > 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (written == 0 || errno != EINTR) {
      fail(written == 0 ? ENOSPC : errno);
    }
  }
  buffer_.clear();
}

void OutputFile::require_good() const {
  if (failure_ != 0) throw write_error(name_, failure_);
}

void OutputFile::fail(int reason) {
  failure_ = reason;
  throw write_error(name_, reason);
}

void write_file(const std::string& name, std::string_view content) {
  write_whole(name, content, OutputFile::Kind::Plain);
}

void write_output(const std::string& name, std::string_view content) {
  write_whole(name, content, OutputFile::Kind::AsNamed);
}

void print_to(std::FILE* stream, std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stream) != text.size()) {
    throw write_error(name_of(stream), errno);
  }
}

void finish_printing(std::FILE* stream) {
  errno = 0;
  // A write that failed earlier leaves nothing to flush.
  if (std::fflush(stream) != 0 || std::ferror(stream) != 0)
    throw write_error(name_of(stream), errno);
}

}  // namespace lanefold
