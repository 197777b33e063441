// SPDX-License-Identifier: Apache-2.0
// Private memory of one warp: the same window in every lane, word-interleaved by lane.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "lanefold/memory_map.h"

namespace lanefold {

/// Word w of lane l is at index w * stride + l, so that equal addresses in all lanes are one
/// contiguous row, whatever lines `core.private_layout` gives them in time. Untouched pages of the
/// host cost nothing.
class PrivateMemory {
 public:
  /// `bytes` per lane, a multiple of 4; `stride` lanes.
  PrivateMemory(std::uint32_t bytes, std::uint32_t stride)
      : bytes_(bytes),
        stride_(stride),
        count_(std::size_t{bytes / 4} * stride),
        words_(static_cast<std::uint32_t*>(std::calloc(count_, sizeof(std::uint32_t)))),
        lowest_(bytes) {
    if (words_ == nullptr && count_ != 0) throw std::bad_alloc();
  }

  std::uint32_t bytes() const { return bytes_; }
  std::uint32_t stride() const { return stride_; }

  /// Row of the word at byte `offset` from the window's start, for all lanes.
  std::uint32_t* row(std::uint32_t offset) {
    lowest_ = std::min(lowest_, offset);
    return words_.get() + std::size_t{offset / 4} * stride_;
  }
  /// Host address of one byte of one lane; the following bytes up to the word's end are adjacent.
  std::byte* host(std::uint32_t offset, unsigned lane) {
    return reinterpret_cast<std::byte*>(row(offset) + lane) + offset % 4;
  }

  /// Zeroes what has been touched: the stack grows down, so this is cheap between warps.
  void clear() {
    const std::size_t first = std::size_t{lowest_ / 4} * stride_;
    std::fill(words_.get() + first, words_.get() + count_, 0U);
    lowest_ = bytes_;
  }

 private:
  struct Free {
    void operator()(void* words) const { std::free(words); }
  };

  std::uint32_t bytes_;
  std::uint32_t stride_;
  std::size_t count_;  ///< words
  std::unique_ptr<std::uint32_t[], Free> words_;
  std::uint32_t lowest_;  ///< lowest byte offset that was touched
};

}  // namespace lanefold
