// SPDX-License-Identifier: Apache-2.0
// What benches draw at random: everything follows from one seed.
#pragma once

#include <cstdint>
#include <random>

#include "lanefold/lane_mask.h"

namespace lanefold {

/// A stream of numbers.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// 64 even bits.
  std::uint64_t bits() { return engine_(); }
  /// 0..count-1, `count` from 1 to 2^32.
  unsigned below(std::uint64_t count) {
    return static_cast<unsigned>((engine_() >> 32) * count >> 32);
  }
  /// True once in `count` calls.
  bool one_in(unsigned count) { return below(count) == 0; }
  /// One bit; or two, which may be in the same place of both halves.
  std::uint64_t difference();
  /// A mask of any density: also empty, full, one lane, runs of lanes and of whole halves.
  LaneMask mask(unsigned lanes);
  /// A mask whose lanes are active independently of each other with the same probability, which
  /// differs from mask to mask.
  LaneMask sparse_or_dense_mask(unsigned lanes);

 private:
  std::mt19937_64 engine_;
};

}  // namespace lanefold
