// SPDX-License-Identifier: Apache-2.0
// A set of lanes of one warp, bit l for lane l.
#pragma once

#include <cstdint>

namespace lanefold {

/// Up to 64 lanes. The warp's width is not part of the mask: bits at and above it are zero.
class LaneMask {
 public:
  constexpr LaneMask() = default;
  constexpr explicit LaneMask(std::uint64_t bits) : bits_(bits) {}

  /// Lanes 0..count-1; `count` is 0..64.
  static constexpr LaneMask first(unsigned count) {
    return LaneMask(count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1);
  }
  static constexpr LaneMask lane(unsigned index) { return LaneMask(std::uint64_t{1} << index); }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool test(unsigned index) const { return (bits_ >> index & 1U) != 0; }
  constexpr bool any() const { return bits_ != 0; }
  constexpr bool none() const { return bits_ == 0; }
  unsigned count() const { return static_cast<unsigned>(__builtin_popcountll(bits_)); }
  /// Lowest lane of a mask that has one.
  unsigned lowest() const { return static_cast<unsigned>(__builtin_ctzll(bits_)); }
  /// This mask without the lanes of `other`.
  constexpr LaneMask without(LaneMask other) const { return LaneMask(bits_ & ~other.bits_); }
  constexpr bool contains(LaneMask other) const { return (other.bits_ & ~bits_) == 0; }

  constexpr void set(unsigned index) { bits_ |= std::uint64_t{1} << index; }
  constexpr void reset(unsigned index) { bits_ &= ~(std::uint64_t{1} << index); }

  constexpr LaneMask& operator|=(LaneMask other) { return *this = *this | other; }
  constexpr LaneMask& operator&=(LaneMask other) { return *this = *this & other; }

  friend constexpr LaneMask operator|(LaneMask a, LaneMask b) {
    return LaneMask(a.bits_ | b.bits_);
  }
  friend constexpr LaneMask operator&(LaneMask a, LaneMask b) {
    return LaneMask(a.bits_ & b.bits_);
  }
  friend constexpr LaneMask operator^(LaneMask a, LaneMask b) {
    return LaneMask(a.bits_ ^ b.bits_);
  }
  friend constexpr bool operator==(LaneMask a, LaneMask b) { return a.bits_ == b.bits_; }
  friend constexpr bool operator!=(LaneMask a, LaneMask b) { return a.bits_ != b.bits_; }

 private:
  std::uint64_t bits_ = 0;
};

/// Calls `visit(lane)` for every lane of the mask, lowest first.
template <class Visit>
void for_each_lane(LaneMask mask, Visit&& visit) {
  for (std::uint64_t rest = mask.bits(); rest != 0; rest &= rest - 1) {
    visit(static_cast<unsigned>(__builtin_ctzll(rest)));
  }
}

}  // namespace lanefold
