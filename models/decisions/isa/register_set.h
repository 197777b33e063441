// SPDX-License-Identifier: Apache-2.0
// Sets of a thread's registers, as the dependence check sees them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanefold {

/// A set of numbers 0 to 191. What each number stands for is the instruction set's.
class RegisterSet {
 public:
  static constexpr unsigned kMost = 192;
  static constexpr std::size_t kWords = kMost / 64;

  constexpr RegisterSet() = default;
  static constexpr RegisterSet of(unsigned number) {
    RegisterSet set;
    set.set(number);
    return set;
  }
  static constexpr RegisterSet all() {
    RegisterSet set;
    for (std::uint64_t& word : set.words_) word = ~std::uint64_t{0};
    return set;
  }

  constexpr void set(unsigned number) { words_[number / 64] |= std::uint64_t{1} << number % 64; }
  /// `count` numbers from `first` on.
  constexpr void set_range(unsigned first, unsigned count) {
    for (unsigned number = first; number < first + count; ++number) set(number);
  }
  constexpr bool test(unsigned number) const {
    return (words_[number / 64] >> number % 64 & 1U) != 0;
  }
  /// Numbers 64n to 64n + 63, the lowest in the lowest bit.
  constexpr std::uint64_t word(std::size_t n) const { return words_[n]; }
  constexpr bool any() const { return (words_[0] | words_[1] | words_[2]) != 0; }
  constexpr bool none() const { return !any(); }
  /// Whether the sets have a number in common.
  constexpr bool meets(const RegisterSet& other) const {
    return ((words_[0] & other.words_[0]) | (words_[1] & other.words_[1]) |
            (words_[2] & other.words_[2])) != 0;
  }
  constexpr RegisterSet without(const RegisterSet& other) const {
    RegisterSet set;
    for (std::size_t i = 0; i < kWords; ++i) set.words_[i] = words_[i] & ~other.words_[i];
    return set;
  }
  constexpr RegisterSet& operator|=(const RegisterSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  friend constexpr RegisterSet operator|(RegisterSet a, const RegisterSet& b) { return a |= b; }
  friend constexpr bool operator==(const RegisterSet& a, const RegisterSet& b) {
    return a.words_[0] == b.words_[0] && a.words_[1] == b.words_[1] && a.words_[2] == b.words_[2];
  }

 private:
  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace lanefold
