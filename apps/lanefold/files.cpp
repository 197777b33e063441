// SPDX-License-Identifier: Apache-2.0
// Reading files, compressed or not.
#include "files.h"

#include <unistd.h>

#include <array>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/file.hpp>
#include <boost/iostreams/device/mapped_file.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cerrno>
#include <filesystem>
#include <ios>

#include "base/output_file.h"
#include "lanefold/error.h"

namespace lanefold {

namespace {

namespace io = boost::iostreams;

/// More than any memory that a program can address; stops small files that expand without end.
constexpr std::size_t kMostBytes = std::size_t{1} << 32;

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw Error(ErrorKind::File, file + " " + why);
}

/// With the reason that the host's kernel gives, if it gives any.
[[noreturn]] void refuse_unread(const std::string& file) {
  throw read_error(file, ::access(file.c_str(), R_OK) == 0 ? 0 : errno);
}

/// For a stream that failed before its end.
const char* why_not_whole(const std::string& file) {
  return is_compressed(file) ? "is not a whole gzip file" : "cannot be read to its end";
}

/// A file as a stream: regular files are mapped; what has no size, a pipe for instance, is read.
class Input {
 public:
  explicit Input(const std::string& file) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) refuse(file, "is a directory, not a file");
    if (is_compressed(file)) stream_.push(io::gzip_decompressor());
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (!error && size > 0) {
      map(file);
    } else {
      open(file);
    }
  }

  std::istream& stream() { return stream_; }

 private:
  void map(const std::string& file) {
    try {
      map_.open(file);
    } catch (const std::ios_base::failure&) {
      refuse_unread(file);
    }
    stream_.push(io::array_source(map_.data(), map_.size()));
  }

  void open(const std::string& file) {
    const io::file_source source(file, std::ios::binary);
    if (!source.is_open()) refuse_unread(file);
    stream_.push(source);
  }

  io::mapped_file_source map_;  // outlives the stream over it
  io::filtering_istream stream_;
};

}  // namespace

std::string read_text(const std::string& file) {
  Input input(file);
  std::istream& stream = input.stream();
  std::string text;
  std::array<char, 1 << 16> chunk;
  do {
    stream.read(chunk.data(), chunk.size());
    text.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > kMostBytes) refuse(file, "holds more than 4 GiB");
  } while (stream);
  if (stream.bad()) refuse(file, why_not_whole(file));
  return text;
}

std::vector<std::byte> read_bytes(const std::string& file) {
  const std::string text = read_text(file);
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return std::vector<std::byte>(first, first + text.size());
}

void for_each_line(const std::string& file, const std::function<void(std::string_view)>& line) {
  Input input(file);
  for (std::string text; std::getline(input.stream(), text);) line(text);
  if (input.stream().bad()) refuse(file, why_not_whole(file));
}

struct MappedFile::Mapping {
  io::mapped_file_source source;
};

MappedFile::MappedFile(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) refuse_unread(file);
  if (!std::filesystem::is_regular_file(file, error)) refuse(file, "is no regular file");
  if (std::filesystem::file_size(file, error) == 0) return;
  mapping_ = std::make_unique<Mapping>();
  try {
    mapping_->source.open(file);
  } catch (const std::ios_base::failure&) {
    refuse_unread(file);
  }
}

MappedFile::~MappedFile() = default;

std::string_view MappedFile::content() const {
  if (mapping_ == nullptr) return {};
  return {mapping_->source.data(), mapping_->source.size()};
}

std::string base_name(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

}  // namespace lanefold
