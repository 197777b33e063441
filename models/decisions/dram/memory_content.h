// SPDX-License-Identifier: Apache-2.0
// What a memory holds, apart from its timing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace lanefold {

/// Bytes at the addresses below `end`, zero until they are written; pages are allocated on
/// demand.
class MemoryContent {
 public:
  explicit MemoryContent(std::uint64_t end = UINT64_MAX) : end_(end) {}

  bool contains(std::uint64_t address, std::uint64_t bytes) const;
  void read(std::uint64_t address, unsigned char* to, std::uint64_t bytes) const;
  void write(std::uint64_t address, const unsigned char* from, std::uint64_t bytes);
  /// Number of pages that are allocated.
  std::size_t pages() const { return pages_.size(); }

 private:
  void write_page(std::uint64_t number, std::uint64_t offset, const unsigned char* from,
                  std::uint64_t bytes);

  static constexpr std::uint64_t kPageBytes = 4096;
  using Page = std::array<unsigned char, kPageBytes>;

  std::uint64_t end_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace lanefold
