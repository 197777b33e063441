// SPDX-License-Identifier: Apache-2.0
// What a memory holds, apart from its timing.
#include "decisions/dram/memory_content.h"

#include <algorithm>
#include <cstring>

namespace lanefold {

bool MemoryContent::contains(std::uint64_t address, std::uint64_t bytes) const {
  return bytes <= end_ && address <= end_ - bytes;
}

void MemoryContent::read(std::uint64_t address, unsigned char* to, std::uint64_t bytes) const {
  while (bytes > 0) {
    const std::uint64_t offset = address % kPageBytes;
    const std::uint64_t part = std::min(bytes, kPageBytes - offset);
    const auto page = pages_.find(address / kPageBytes);
    if (page == pages_.end()) {
      std::memset(to, 0, part);
    } else {
      std::memcpy(to, page->second->data() + offset, part);
    }
    address += part;
    to += part;
    bytes -= part;
  }
}

/// Writing zeros allocates no page, and writing a whole page of them releases it.
void MemoryContent::write_page(std::uint64_t number, std::uint64_t offset,
                               const unsigned char* from, std::uint64_t bytes) {
  const bool zeros = std::all_of(from, from + bytes, [](unsigned char byte) { return byte == 0; });
  if (zeros && bytes == kPageBytes) {
    pages_.erase(number);
    return;
  }
  auto page = pages_.find(number);
  if (zeros && page == pages_.end()) return;
  if (page == pages_.end()) page = pages_.emplace(number, std::make_unique<Page>()).first;
  std::memcpy(page->second->data() + offset, from, bytes);
}

void MemoryContent::write(std::uint64_t address, const unsigned char* from, std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t offset = address % kPageBytes;
    const std::uint64_t part = std::min(bytes, kPageBytes - offset);
    write_page(address / kPageBytes, offset, from, part);
    address += part;
    from += part;
    bytes -= part;
  }
}

}  // namespace lanefold
