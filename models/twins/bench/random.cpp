// SPDX-License-Identifier: Apache-2.0
// Masks that reach the corners of compaction.
#include "twins/bench/random.h"

namespace lanefold {

std::uint64_t Random::difference() {
  const unsigned place = below(64);
  const std::uint64_t bit = std::uint64_t{1} << place;
  switch (below(4)) {
    case 0:
      return bit | std::uint64_t{1} << (place ^ 32U);
    case 1:
      return bit | std::uint64_t{1} << below(64);
    default:
      return bit;
  }
}

LaneMask Random::mask(unsigned lanes) {
  const LaneMask all = LaneMask::first(lanes);
  const std::uint64_t even = bits();
  switch (below(10)) {
    case 0:
      return LaneMask();
    case 1:
      return all;
    case 2:
      return LaneMask::lane(below(lanes));
    case 3:
      return LaneMask::first(below(lanes + 1));
    case 4:
      return all.without(LaneMask::first(below(lanes + 1)));
    case 5:
      return LaneMask(even & bits()) & all;
    case 6:
      return LaneMask(even & bits() & bits()) & all;
    case 7:
      return LaneMask(even | bits()) & all;
    case 8:
      return LaneMask(LaneMask::first(lanes / 2).bits() << below(lanes)) & all;
    default:
      return LaneMask(even) & all;
  }
}

LaneMask Random::sparse_or_dense_mask(unsigned lanes) {
  constexpr unsigned kBits = 4;
  const unsigned sixteenths = 1 + below((1U << kBits) - 1);
  std::uint64_t mask = 0;
  for (unsigned bit = 0; bit < kBits; ++bit) {
    mask = (sixteenths >> bit & 1U) != 0 ? mask | bits() : mask & bits();
  }
  return LaneMask(mask) & LaneMask::first(lanes);
}

}  // namespace lanefold
