// SPDX-License-Identifier: Apache-2.0
// An FST file is a chain of blocks: a byte that says what it is, then its length in eight bytes,
// the highest first, which counts these eight and all that follow.
#include "twins/loop/waveform_file.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ios>
#include <set>

#include "lanefold/error.h"

namespace lanefold {

namespace {

constexpr unsigned kLengthBytes = 8;

enum Block : int {
  kHeader = 0,
  kGeometry = 3,
  kHierarchy = 4,
  kHierarchyPacked = 6,
  kHierarchyPackedTwice = 7,
  kUnfinished = 255
};

std::uint64_t read_number(std::istream& stream) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < kLengthBytes; ++i) {
    number = number << 8 | static_cast<std::uint64_t>(stream.get() & 0xff);
  }
  return number;
}

/// The kinds of all blocks; nothing if the last does not end with the file, or if there is none.
std::set<int> blocks_of(const std::string& file) {
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(file, error);
  std::ifstream stream(file, std::ios::binary);
  std::set<int> kinds;
  if (error) return kinds;
  for (std::uint64_t place = 0; place < size;) {
    stream.seekg(static_cast<std::streamoff>(place));
    kinds.insert(stream.get());
    const std::uint64_t length = read_number(stream);
    if (!stream || length < kLengthBytes || length > size - place - 1) return {};
    place += 1 + length;
  }
  return kinds;
}

}  // namespace

void require_whole_waveform(const std::string& file) {
  const std::set<int> kinds = blocks_of(file);
  const auto has = [&](int kind) { return kinds.count(kind) != 0; };
  const bool names = has(kHierarchy) || has(kHierarchyPacked) || has(kHierarchyPackedTwice);
  if (has(kHeader) && has(kGeometry) && names && !has(kUnfinished)) return;
  throw Error(ErrorKind::File,
              file + " cannot be written: the waveform is not complete; is the disk full?");
}

bool is_still_waveform(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(1 + kLengthBytes);  // the header comes first, and the times of its file first in it
  const std::uint64_t first = read_number(stream);
  return read_number(stream) == first;
}

}  // namespace lanefold
