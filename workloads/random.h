// SPDX-License-Identifier: Apache-2.0
// The generator of all workload inputs: the same numbers for the same seed on every platform.
#pragma once

#include <cstdint>

namespace lanefold {

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). Derived values use integer arithmetic and single
/// float operations only, because the distributions of the standard library differ between
/// platforms.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e37'79b9'7f4a'7c15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58'476d'1ce4'e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d0'49bb'1331'11ebU;
    return mixed ^ (mixed >> 31);
  }

  std::uint32_t next_word() { return static_cast<std::uint32_t>(next() >> 32); }

  /// 0..bound-1; the bias is below bound / 2^32. `bound` is at least 1.
  std::uint32_t below(std::uint32_t bound) {
    const std::uint64_t product = static_cast<std::uint64_t>(next_word()) * bound;
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// A multiple of 2^-24 in [0, 1).
  float unit() { return static_cast<float>(next() >> 40) * 0x1p-24F; }

  /// A value in [low, high].
  float between(float low, float high) { return low + (high - low) * unit(); }

 private:
  std::uint64_t state_;
};

}  // namespace lanefold
