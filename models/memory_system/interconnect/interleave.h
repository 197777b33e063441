// SPDX-License-Identifier: Apache-2.0
// Which of several targets an address belongs to.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lanefold {

/// Blocks of `block_bytes` go to the targets in turn. Both are mostly powers of two, by which
/// nothing is divided.
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
    return targets_.is_one() || block_bytes_.quotient(address) == block_bytes_.quotient(last);
  }

 private:
  class Divisor {
   public:
    explicit Divisor(std::uint32_t number)
        : number_(number),
          power_of_two_((number & (number - 1)) == 0),
          shift_(static_cast<unsigned>(__builtin_ctz(number))) {}

    bool is_one() const { return number_ == 1; }
    std::uint64_t quotient(std::uint64_t dividend) const {
      return power_of_two_ ? dividend >> shift_ : dividend / number_;
    }
    std::uint64_t remainder(std::uint64_t dividend) const {
      return power_of_two_ ? dividend & (number_ - 1) : dividend % number_;
    }

   private:
    std::uint64_t number_;
    bool power_of_two_;
    unsigned shift_;
  };

  Divisor block_bytes_;
  Divisor targets_;
};

}  // namespace lanefold
