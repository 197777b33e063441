// SPDX-License-Identifier: Apache-2.0
// The seed of the benches, and masks that reach the corners of compaction.
#include "tb/bench/random.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string>

#include "lanefold/error.h"

namespace lanefold {

std::uint64_t bench_seed() {
  constexpr std::uint64_t kDefault = 20130623;
  const char* text = std::getenv("LANEFOLD_SEED");
  if (text == nullptr) {
    return kDefault;
  }
  const std::string digits = text;
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    throw Error(ErrorKind::Usage,
                fmt::format("LANEFOLD_SEED is \"{}\", but the seed of the benches must be a "
                            "decimal number below 2^64.",
                            digits));
  }
  return seed;
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

}  // namespace lanefold
