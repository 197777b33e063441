// SPDX-License-Identifier: Apache-2.0
// Halves (IEEE 754 binary16) as bits, from and to doubles, which hold all of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace lanefold {

inline double from_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == 31) return fraction != 0 ? std::copysign(std::nan(""), sign) : sign * INFINITY;
  return sign * std::ldexp(exponent == 0 ? fraction : fraction + 1024, std::max(exponent, 1) - 25);
}

/// The bits of the half that a number becomes; `whole` rounds to an integer as the mode says.
inline std::uint16_t to_half(double value, double (*whole)(double) = std::rint) {
  const int sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return 0x7e00;
  if (std::isinf(value)) return static_cast<std::uint16_t>(sign | 0x7c00);
  const int exponent = value == 0 ? -14 : std::max(std::ilogb(value), -14);
  const double rounded = std::fabs(whole(std::ldexp(value, 10 - exponent)));
  const int bits = static_cast<int>(rounded) + (exponent + 14) * 1024;
  // Beyond the largest half: infinity for who rounds up there, or to nearest.
  const bool away = std::fabs(whole(std::copysign(0.75, value))) == 1;
  return static_cast<std::uint16_t>(sign | (bits >= 0x7c00 ? away ? 0x7c00 : 0x7bff : bits));
}

inline bool is_nan_half(std::uint16_t bits) { return (bits & 0x7fff) > 0x7c00; }

/// The same half; any NaN for a NaN.
inline bool same_half(std::uint16_t a, std::uint16_t b) {
  return a == b || (is_nan_half(a) && is_nan_half(b));
}

/// All 65,536, by their bits.
inline std::vector<std::uint16_t> all_halves() {
  std::vector<std::uint16_t> halves(65536);
  std::iota(halves.begin(), halves.end(), std::uint16_t{0});
  return halves;
}

}  // namespace lanefold
