// SPDX-License-Identifier: Apache-2.0
// What a memory holds, apart from its timing.
#include "memory_system/dram/memory_content.h"

#include <algorithm>
#include <cstring>

#include "memory/global_memory.h"
#include "memory_system/coalescer.h"

namespace lanefold {

bool ImageContent::contains(std::uint64_t address, std::uint64_t bytes) const {
  const bool elsewhere = address >= kPrivatePhysicalBase || address + bytes <= image_.origin();
  return elsewhere || holds(address, bytes);
}

bool ImageContent::holds(std::uint64_t address, std::uint64_t bytes) const {
  return address >= image_.origin() && bytes <= image_.size() &&
         address - image_.origin() <= image_.size() - bytes;
}

void ImageContent::read(std::uint64_t address, unsigned char* to, std::uint64_t bytes) const {
  if (holds(address, bytes)) {
    std::memcpy(to, image_.host(static_cast<std::uint32_t>(address)), bytes);
  } else {
    std::memset(to, 0, bytes);
  }
}

void ImageContent::write(std::uint64_t /*address*/, const unsigned char* /*from*/,
                         std::uint64_t /*bytes*/) {}

void ImageContent::load(std::uint64_t address, const unsigned char* from, std::uint64_t bytes) {
  std::memcpy(image_.host(static_cast<std::uint32_t>(address)), from, bytes);
}

bool SparseContent::contains(std::uint64_t address, std::uint64_t bytes) const {
  return bytes <= bytes_ && address <= bytes_ - bytes;
}

bool SparseContent::holds(std::uint64_t address, std::uint64_t bytes) const {
  return contains(address, bytes);
}

void SparseContent::read(std::uint64_t address, unsigned char* to, std::uint64_t bytes) const {
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

void SparseContent::write(std::uint64_t address, const unsigned char* from, std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t offset = address % kPageBytes;
    const std::uint64_t part = std::min(bytes, kPageBytes - offset);
    std::unique_ptr<Page>& page = pages_[address / kPageBytes];
    if (page == nullptr) page = std::make_unique<Page>();
    std::memcpy(page->data() + offset, from, part);
    address += part;
    from += part;
    bytes -= part;
  }
}

void SparseContent::load(std::uint64_t address, const unsigned char* from, std::uint64_t bytes) {
  write(address, from, bytes);
}

}  // namespace lanefold
