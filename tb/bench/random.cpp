// SPDX-License-Identifier: Apache-2.0
// The seed of the benches, and masks that reach the corners of compaction.
#include "tb/bench/random.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string>

#include "lanefold/error.h"

namespace lanefold {

namespace {

/// The number in an environment variable, or `usual` without one.
std::uint64_t number_from(const char* variable, const char* what, std::uint64_t usual) {
  const char* text = std::getenv(variable);
  if (text == nullptr) {
    return usual;
  }
  const std::string digits = text;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    throw Error(ErrorKind::Usage, fmt::format("{} is \"{}\", but {} must be a decimal number below "
                                              "2^64.",
                                              variable, digits, what));
  }
  return number;
}

}  // namespace

std::uint64_t bench_seed() {
  constexpr std::uint64_t kDefault = 20130623;
  return number_from("LANEFOLD_SEED", "the seed of the benches", kDefault);
}

std::uint64_t random_masks(std::uint64_t deep) {
  const std::uint64_t usual = std::getenv("LANEFOLD_DEEP") != nullptr ? deep : deep / 50;
  const std::uint64_t masks = number_from("LANEFOLD_RANDOM_MASKS", "the number of masks", usual);
  if (masks == 0) {
    throw Error(
        ErrorKind::Usage,
        "LANEFOLD_RANDOM_MASKS is 0, so that nothing would be compared: the number of masks "
        "must be at least 1.");
  }
  return masks;
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
