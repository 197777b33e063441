// SPDX-License-Identifier: Apache-2.0
// Sets of things that are known by a small number, such as the hardware threads of a core.
#pragma once

#include <cstdint>

namespace lanefold {

/// A set of numbers 0 to 63, bit n for number n. A loop over it has them in ascending order.
class IndexSet {
 public:
  class Iterator {
   public:
    explicit Iterator(std::uint64_t rest) : rest_(rest) {}
    unsigned operator*() const { return static_cast<unsigned>(__builtin_ctzll(rest_)); }
    Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    bool operator!=(Iterator other) const { return rest_ != other.rest_; }

   private:
    std::uint64_t rest_;
  };

  constexpr IndexSet() = default;
  constexpr explicit IndexSet(std::uint64_t bits) : bits_(bits) {}
  static constexpr IndexSet of(unsigned index) { return IndexSet(std::uint64_t{1} << index); }
  /// Numbers 0..count-1; `count` is 1..64.
  static constexpr IndexSet first(unsigned count) {
    return IndexSet(~std::uint64_t{0} >> (64 - count));
  }
  static constexpr IndexSet all() { return first(64); }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool any() const { return bits_ != 0; }
  constexpr bool none() const { return bits_ == 0; }
  constexpr bool test(unsigned index) const { return (bits_ >> index & 1U) != 0; }
  unsigned count() const { return static_cast<unsigned>(__builtin_popcountll(bits_)); }
  /// The lowest number; the set must not be empty.
  unsigned lowest() const { return static_cast<unsigned>(__builtin_ctzll(bits_)); }
  /// The first number from `index`, 0..63, on, or else the lowest: whose turn it is.
  unsigned first_from(unsigned index) const {
    const IndexSet above(bits_ & ~std::uint64_t{0} << index);
    return above.any() ? above.lowest() : lowest();
  }

  constexpr void set(unsigned index) { *this |= of(index); }
  constexpr void reset(unsigned index) { bits_ &= ~of(index).bits_; }
  constexpr void assign(unsigned index, bool member) { member ? set(index) : reset(index); }
  constexpr IndexSet without(IndexSet other) const { return IndexSet(bits_ & ~other.bits_); }

  constexpr IndexSet& operator|=(IndexSet other) { return *this = *this | other; }
  friend constexpr IndexSet operator|(IndexSet a, IndexSet b) {
    return IndexSet(a.bits_ | b.bits_);
  }
  friend constexpr IndexSet operator&(IndexSet a, IndexSet b) {
    return IndexSet(a.bits_ & b.bits_);
  }
  friend constexpr bool operator==(IndexSet a, IndexSet b) { return a.bits_ == b.bits_; }
  friend constexpr bool operator!=(IndexSet a, IndexSet b) { return a.bits_ != b.bits_; }

  Iterator begin() const { return Iterator(bits_); }
  Iterator end() const { return Iterator(0); }

 private:
  std::uint64_t bits_ = 0;
};

/// Hardware threads of a core.
using SlotSet = IndexSet;
constexpr unsigned kMostSlots = 64;

}  // namespace lanefold
