// SPDX-License-Identifier: Apache-2.0
// Files and standard streams whose writes are all checked.
#include "base/output_file.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

namespace lanefold {

namespace {

namespace io = boost::iostreams;

constexpr std::size_t kPiece = std::size_t{1} << 16;

constexpr mode_t kReadableByAll = 0666;

namespace fs = std::filesystem;

/// Whether the name is that of a file that can be replaced, or of none. What else there is may be a
/// device, a pipe or a link to nowhere.
bool is_replaceable(const std::string& name) {
  std::error_code ignored;
  const bool link = fs::is_symlink(name, ignored);
  const fs::file_status status = fs::status(name, ignored);
  return fs::is_regular_file(status) || (!fs::exists(status) && !link);
}

/// A file beside the target that no other has, with the target's permissions; -1 and errno if there
/// cannot be one.
int open_beside(const std::string& target, std::string& name) {
  for (unsigned again = 0;; ++again) {
    name = target + "." + std::to_string(getpid()) +
           (again == 0 ? "" : "-" + std::to_string(again)) + ".unfinished";
    const int descriptor =
        open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, kReadableByAll);
    if (descriptor < 0 && errno == EEXIST) continue;
    struct stat before {};
    if (descriptor >= 0 && stat(target.c_str(), &before) == 0) {
      static_cast<void>(fchmod(descriptor, before.st_mode & 07777));
    }
    return descriptor;
  }
}

/// Where nothing else can be made, a file itself may still be written.
bool only_the_file_itself(int reason) {
  return reason == EACCES || reason == EPERM || reason == EROFS || reason == ENAMETOOLONG;
}

/// A pipe whose reader has gone is an error as any other, not the end of the process.
class PipeErrors {
 public:
  PipeErrors() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~PipeErrors() {
    if (sigismember(&before_, SIGPIPE) != 0) return;
    const timespec now{};
    while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  PipeErrors(const PipeErrors&) = delete;
  PipeErrors& operator=(const PipeErrors&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
};

ssize_t write_some(int descriptor, std::string_view bytes) {
  const PipeErrors errors;
  const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
  const int reason = errno;
  return written < 0 ? -reason : written;
}

std::string name_of(std::FILE* stream) {
  return stream == stdout ? "standard output" : "standard error";
}

void write_whole(const std::string& name, std::string_view content, OutputFile::Kind kind) {
  OutputFile file(name, kind);
  file.write(content);
  file.close();
}

Error file_error(const std::string& name, const char* done, int reason) {
  const std::string why = reason == 0 ? "" : ": " + std::generic_category().message(reason);
  return Error(ErrorKind::File, name + " cannot be " + done + why);
}

}  // namespace

Error write_error(const std::string& name, int reason) {
  return file_error(name, "written", reason);
}

Error read_error(const std::string& name, int reason) { return file_error(name, "read", reason); }

bool is_compressed(const std::string& file) { return fs::path(file).extension() == ".gz"; }

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
  if (kind == Kind::New) {
    descriptor_ = open(name_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, kReadableByAll);
    if (descriptor_ >= 0) target_ = unfinished_ = name_;
  } else {
    open_unfinished();
  }
  if (descriptor_ < 0) throw write_error(name_, errno);
  if (kind == Kind::AsNamed && is_compressed(name_)) {
    compressor_ = std::make_unique<Compressor>(buffer_);
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (!unfinished_.empty()) unlink(unfinished_.c_str());
}

/// Leaves the descriptor negative, and errno, if the file cannot be written.
void OutputFile::open_unfinished() {
  errno = ENOENT;
  if (name_.empty()) return;
  if (is_replaceable(name_)) {
    std::error_code absent;
    const fs::path whole = fs::canonical(name_, absent);
    target_ = absent ? name_ : whole.string();
    if (!absent && access(target_.c_str(), W_OK) != 0) return;
    descriptor_ = open_beside(target_, unfinished_);
    if (descriptor_ >= 0) return;
    unfinished_.clear();
    if (!only_the_file_itself(errno)) return;
  }
  descriptor_ = open(name_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_TRUNC, kReadableByAll);
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
  if (unfinished_ == name_) unfinished_.clear();  // of a new file: what others may have read stays
  if (descriptor_ >= 0) pass_on();
}

void OutputFile::close() {
  require_good();
  if (descriptor_ < 0) return;
  if (compressor_ != nullptr) compressor_->finish();
  pass_on();
  // The descriptor is free even if a signal interrupts the call.
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail(errno);
  if (!unfinished_.empty() && rename(unfinished_.c_str(), target_.c_str()) != 0) fail(errno);
}

void OutputFile::pass_on() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = write_some(descriptor_, rest);
    if (written > 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (written != -EINTR) {
      fail(written == 0 ? ENOSPC : static_cast<int>(-written));
    }
  }
  buffer_.clear();
}

void OutputFile::require_good() const {
  if (failure_ != 0) throw write_error(name_, failure_);
}

void OutputFile::fail(int reason) {
  failure_ = reason;
  if (!unfinished_.empty()) unlink(unfinished_.c_str());
  throw write_error(name_, reason);
}

void require_writable(const std::string& name) {
  if (name == "-" || is_replaceable(name)) {
    const OutputFile file(name);
  } else if (fs::is_directory(name)) {
    throw write_error(name, EISDIR);
  } else if (access(name.c_str(), W_OK) != 0 && errno != ENOENT) {
    throw write_error(name, errno);
  }
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
