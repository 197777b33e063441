// SPDX-License-Identifier: Apache-2.0
// Which pages of a mapping the host's kernel has ever provided.
#include "decisions/memory/touched_pages.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace lanefold {
namespace {

/// Of an entry: the page is in memory, or swapped out.
constexpr std::uint64_t kPresent = std::uint64_t{1} << 63;
constexpr std::uint64_t kSwapped = std::uint64_t{1} << 62;

/// The kernel's table of this process's pages.
class PageMap {
 public:
  PageMap() : file_(open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)) {}
  ~PageMap() {
    if (file_ >= 0) close(file_);
  }
  PageMap(const PageMap&) = delete;
  PageMap& operator=(const PageMap&) = delete;

  /// Fills in the entries of pages from the number `first` on.
  bool read(std::uintptr_t first, std::vector<std::uint64_t>& entries) const {
    const std::size_t bytes = entries.size() * sizeof(std::uint64_t);
    const auto offset = static_cast<off_t>(first * sizeof(std::uint64_t));
    return file_ >= 0 && pread(file_, entries.data(), bytes, offset) == static_cast<ssize_t>(bytes);
  }

 private:
  const int file_;
};

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> touched_pages(const std::byte* first,
                                                               std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(first);
  const std::uintptr_t begin = address / page, end = (address + bytes + page - 1) / page;
  std::vector<std::uint64_t> entries(end - begin);
  if (!PageMap().read(begin, entries)) return {{0, bytes}};
  std::vector<std::pair<std::size_t, std::size_t>> touched;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if ((entries[i] & (kPresent | kSwapped)) == 0) continue;
    const std::size_t from = i == 0 ? 0 : (begin + i) * page - address;
    const std::size_t to = std::min(bytes, (begin + i + 1) * page - address);
    if (!touched.empty() && touched.back().second == from) {
      touched.back().second = to;
    } else {
      touched.emplace_back(from, to);
    }
  }
  return touched;
}

}  // namespace lanefold
