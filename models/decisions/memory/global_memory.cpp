// SPDX-License-Identifier: Apache-2.0
// A first-fit allocator over an anonymous mapping.
#include "decisions/memory/global_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "lanefold/error.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

/// The first region that starts after `address`.
auto first_behind(std::uint32_t address, const std::vector<GlobalMemory::Region>& regions) {
  return std::upper_bound(regions.begin(), regions.end(), address,
                          [](std::uint32_t at, const auto& region) { return at < region.begin; });
}

std::uint64_t aligned(std::uint64_t address) {
  constexpr std::uint64_t kAlignment = GlobalMemory::kAlignment;
  return (address + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

const std::uint32_t GlobalMemory::kOrigin = kGlobalBase;

GlobalMemory::GlobalMemory(std::uint32_t bytes, std::uint32_t overrun_bytes,
                           std::uint32_t guard_bytes)
    : size_(bytes), overrun_bytes_(overrun_bytes), gap_bytes_(std::max(guard_bytes, 1U)) {
  void* mapping = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) {
    throw Error(ErrorKind::Configuration,
                fmt::format("memory.bytes: the host cannot map {} bytes", bytes));
  }
  base_ = static_cast<std::byte*>(mapping);
}

GlobalMemory::~GlobalMemory() { munmap(base_, size_); }

Buffer GlobalMemory::allocate(std::size_t bytes, bool writable) {
  // Every buffer is followed by at least one unused byte, the last one by no more than that.
  const std::uint64_t wanted = std::min<std::uint64_t>(bytes, size_);
  const std::uint64_t own = aligned(wanted + 1);
  std::uint64_t begin = kOrigin;
  auto place = regions_.begin();
  for (; place != regions_.end() && place->begin < begin + wanted + gap_bytes_; ++place) {
    begin = aligned(std::uint64_t{place->end} + gap_bytes_);
  }
  if (begin + own > std::uint64_t{kOrigin} + size_) {
    throw Error(
        ErrorKind::Launch,
        fmt::format("a buffer of {} bytes does not fit into the machine's global memory of {} "
                    "bytes (memory.bytes{})",
                    bytes, size_, gap_bytes_ == 1 ? "" : ", memory.guard_bytes"));
  }
  const Buffer buffer{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(bytes)};
  regions_.insert(place, {buffer.address, buffer.address + buffer.size, writable});
  clear_overruns(buffer.address, static_cast<std::uint32_t>(begin + own - 1));
  return buffer;
}

Buffer GlobalMemory::allocate_at(std::uint32_t address, std::size_t bytes) {
  const std::uint64_t end = std::uint64_t{address} + bytes;
  const auto next = first_behind(address, regions_);
  const bool inside = address >= kOrigin && end < std::uint64_t{kOrigin} + size_;
  const auto apart = [this](std::uint64_t before, std::uint64_t behind) {
    return before + gap_bytes_ <= behind;
  };
  const bool free = (next == regions_.end() || apart(end, next->begin)) &&
                    (next == regions_.begin() || apart((next - 1)->end, address));
  if (!inside || !free || address % kAlignment != 0) {
    throw Error(ErrorKind::Launch,
                fmt::format("no buffer of {} bytes can be at {:#010x}: it must begin at a multiple "
                            "of {} and lie, with {} {} to spare, between others in the {} bytes "
                            "from {:#010x} on (memory.bytes, memory.guard_bytes)",
                            bytes, address, kAlignment, gap_bytes_,
                            gap_bytes_ == 1 ? "byte" : "bytes", size_, kOrigin));
  }
  const Buffer buffer{address, static_cast<std::uint32_t>(bytes)};
  regions_.insert(next, {address, static_cast<std::uint32_t>(end), true});
  clear_overruns(address, static_cast<std::uint32_t>(end));
  return buffer;
}

std::uint32_t GlobalMemory::release(Buffer buffer) {
  const auto place = std::find_if(regions_.begin(), regions_.end(), [&](const Region& region) {
    return region.begin == buffer.address;
  });
  if (place == regions_.end()) {
    throw Error(ErrorKind::Launch,
                fmt::format("no buffer starts at {:#010x}: released twice?", buffer.address));
  }
  const std::uint32_t bytes = place->end - place->begin;
  clear(*place);
  regions_.erase(place);
  return bytes;
}

/// Whole pages go back to the host, which maps zeros when they are touched again.
void GlobalMemory::clear(const Region& region) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t begin = region.begin - kOrigin, end = region.end - kOrigin;  // from a page on
  const std::size_t first_page = std::min(end, (begin + page - 1) / page * page);
  const std::size_t last_page = std::max(first_page, end / page * page);
  const std::size_t pages = last_page - first_page;
  const bool given_back = pages == 0 || madvise(base_ + first_page, pages, MADV_DONTNEED) == 0;
  if (!given_back) std::memset(base_ + first_page, 0, pages);
  std::memset(base_ + begin, 0, first_page - begin);
  std::memset(base_ + last_page, 0, end - last_page);
}

const GlobalMemory::Region* GlobalMemory::find(std::uint32_t first, std::uint32_t last) const {
  const auto after = first_behind(first, regions_);
  if (after == regions_.begin()) return nullptr;
  const Region& candidate = *(after - 1);
  return candidate.contains(first, last) ? &candidate : nullptr;
}

const GlobalMemory::Region* GlobalMemory::find_overrun(std::uint32_t first,
                                                       std::uint32_t last) const {
  const auto next = first_behind(first, regions_);
  const std::uint32_t limit = next == regions_.end() ? kOrigin + size_ : next->begin;
  if (overrun_bytes_ == 0 || last < first || last >= limit || next == regions_.begin()) {
    return nullptr;
  }
  auto buffer = next - 1;
  if (!buffer->writable && first < buffer->end) return nullptr;
  // A kernel's arguments may lie between the buffer and what is behind it.
  while (!buffer->writable && buffer != regions_.begin()) --buffer;
  const bool reaches =
      buffer->writable && last >= buffer->end && last - buffer->end < overrun_bytes_;
  return reaches ? &*buffer : nullptr;
}

void GlobalMemory::overrun_written(std::uint32_t first, std::uint32_t last) {
  overruns_.insert(first / kAlignment * kAlignment);
  overruns_.insert(last / kAlignment * kAlignment);
}

/// A new buffer has the blocks from `begin` to the one around `last` for itself.
void GlobalMemory::clear_overruns(std::uint32_t begin, std::uint32_t last) {
  const auto from = overruns_.lower_bound(begin);
  const auto to = overruns_.upper_bound(last);
  for (auto block = from; block != to; ++block) {
    std::memset(host(*block), 0, kAlignment);
    cleared_.push_back(*block);
  }
  overruns_.erase(from, to);
}

void GlobalMemory::check(Buffer buffer, std::size_t offset, std::size_t bytes,
                         const char* what) const {
  const Region* region = find(buffer.address, buffer.address);
  const bool known = buffer.size == 0 || (region != nullptr && region->begin == buffer.address &&
                                          region->end - region->begin == buffer.size);
  if (!known || offset > buffer.size || bytes > buffer.size - offset) {
    throw Error(ErrorKind::Launch,
                fmt::format("cannot {} {} bytes at offset {} of a buffer of {} bytes at {:#010x}",
                            what, bytes, offset, buffer.size, buffer.address));
  }
}

void GlobalMemory::write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) {
  check(buffer, offset, bytes, "write");
  if (bytes > 0) std::memcpy(host(buffer.address) + offset, data, bytes);
}

void GlobalMemory::read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const {
  check(buffer, offset, bytes, "read");
  if (bytes > 0) std::memcpy(data, host(buffer.address) + offset, bytes);
}

}  // namespace lanefold
