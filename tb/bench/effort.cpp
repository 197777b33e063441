// SPDX-License-Identifier: Apache-2.0
// The variables of the environment that benches read.
#include "tb/bench/effort.h"

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

}  // namespace lanefold
