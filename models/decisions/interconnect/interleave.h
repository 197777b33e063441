// SPDX-License-Identifier: Apache-2.0
// Which of several targets an address belongs to.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/divisor.h"

namespace lanefold {

/// Blocks of `block_bytes` go to the targets in turn.
class Interleave {
 public:
  explicit Interleave(std::uint32_t block_bytes = 1, std::uint32_t targets = 1)
      : block_bytes_(block_bytes), targets_(targets) {}

  unsigned target(std::uint64_t address) const {
    return static_cast<unsigned>(targets_.remainder(block_bytes_.quotient(address)));
  }
  /// Whether all of `length` bytes from `address` on belong to the same target and follow each
  /// other there.
  bool together(std::uint64_t address, std::uint64_t length) const {
    const std::uint64_t last = address + std::max<std::uint64_t>(length, 1) - 1;
    return targets_.number() == 1 || block_bytes_.quotient(address) == block_bytes_.quotient(last);
  }

 private:
  Divisor block_bytes_;
  Divisor targets_;
};

}  // namespace lanefold
