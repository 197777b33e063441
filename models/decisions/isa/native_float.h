// SPDX-License-Identifier: Apache-2.0
// IEEE 754 arithmetic on the host's own unit, rounding to nearest even, without exceptions: the
// results of SoftFloat in loops that vectorise.
#pragma once

#include <math.h>  // NOLINT(modernize-deprecated-headers): C functions, never emitted by us

#include <cstdint>
#include <cstring>

#include "decisions/isa/float_bits.h"

namespace lanefold {

/// `kMode` is the rounding of conversions to integers; all else rounds to nearest even. `Variant`
/// keeps the code of translation units with different instruction sets apart.
template <class Variant, Rounding kMode>
class NativeFloat {
 public:
  template <class Bits>
  Bits add(Bits a, Bits b) {
    return bits(value(a) + value(b));
  }
  template <class Bits>
  Bits sub(Bits a, Bits b) {
    return bits(value(a) - value(b));
  }
  template <class Bits>
  Bits mul(Bits a, Bits b) {
    return bits(value(a) * value(b));
  }
  template <class Bits>
  Bits div(Bits a, Bits b) {
    return bits(value(a) / value(b));
  }
  std::uint32_t sqrt(std::uint32_t a) { return bits(::sqrtf(value(a))); }
  std::uint64_t sqrt(std::uint64_t a) { return bits(::sqrt(value(a))); }
  std::uint32_t fma(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return bits(::fmaf(value(a), value(b), value(c)));
  }
  std::uint64_t fma(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return bits(::fma(value(a), value(b), value(c)));
  }

  template <class Bits>
  bool equal(Bits a, Bits b) {
    return value(a) == value(b);
  }
  template <class Bits>
  bool less(Bits a, Bits b) {
    return value(a) < value(b);
  }
  template <class Bits>
  bool less_equal(Bits a, Bits b) {
    return value(a) <= value(b);
  }
  /// Equal numbers differ at most in the sign of zero: or-ing them gives the lesser.
  template <class Bits>
  Bits min(Bits a, Bits b) {
    const Bits other = less(b, a) ? b : a | b;
    return number_of(a, b, less(a, b) ? a : other);
  }
  template <class Bits>
  Bits max(Bits a, Bits b) {
    const Bits other = less(a, b) ? b : a & b;
    return number_of(a, b, less(b, a) ? a : other);
  }

  template <class Bits>
  std::uint32_t to_signed(Bits a) {
    using Value = typename FloatFormat<Bits>::Value;
    constexpr Value kBound = 2147483648.0F;
    const Value whole = integral(value(a));
    const bool fits = whole >= -kBound && whole < kBound;
    const auto result = static_cast<std::uint32_t>(static_cast<std::int32_t>(fits ? whole : 0));
    const std::uint32_t saturated = whole < 0 ? 0x8000'0000 : 0x7fff'ffff;
    return fits ? result : saturated;
  }
  template <class Bits>
  std::uint32_t to_unsigned(Bits a) {
    using Value = typename FloatFormat<Bits>::Value;
    constexpr Value kBound = 4294967296.0F;
    const Value whole = integral(value(a));
    const bool fits = whole >= 0 && whole < kBound;
    const auto result = static_cast<std::uint32_t>(fits ? whole : 0);
    const std::uint32_t saturated = whole < 0 ? 0 : 0xffff'ffff;
    return fits ? result : saturated;
  }
  template <class Bits>
  Bits from_signed(std::uint32_t a) {
    return bits(static_cast<typename FloatFormat<Bits>::Value>(static_cast<std::int32_t>(a)));
  }
  template <class Bits>
  Bits from_unsigned(std::uint32_t a) {
    return bits(static_cast<typename FloatFormat<Bits>::Value>(a));
  }
  std::uint32_t narrow(std::uint64_t a) { return bits(static_cast<float>(value(a))); }
  std::uint64_t widen(std::uint32_t a) { return bits(static_cast<double>(value(a))); }

 private:
  static float value(std::uint32_t a) {
    float result;
    std::memcpy(&result, &a, sizeof result);
    return result;
  }
  static double value(std::uint64_t a) {
    double result;
    std::memcpy(&result, &a, sizeof result);
    return result;
  }
  static std::uint32_t bits(float a) {
    std::uint32_t result;
    std::memcpy(&result, &a, sizeof result);
    return __builtin_isnan(a) ? FloatFormat<std::uint32_t>::kNan : result;
  }
  static std::uint64_t bits(double a) {
    std::uint64_t result;
    std::memcpy(&result, &a, sizeof result);
    return __builtin_isnan(a) ? FloatFormat<std::uint64_t>::kNan : result;
  }

  /// `both` when a and b are numbers, else the one that is, else the canonical NaN.
  template <class Bits>
  static Bits number_of(Bits a, Bits b, Bits both) {
    const Bits not_a = __builtin_isnan(value(b)) ? FloatFormat<Bits>::kNan : b;
    const Bits known_a = __builtin_isnan(value(b)) ? a : both;
    return __builtin_isnan(value(a)) ? not_a : known_a;
  }

  static float integral(float a) {
    switch (kMode) {
      case Rounding::TowardZero:
        return ::truncf(a);
      case Rounding::Down:
        return ::floorf(a);
      case Rounding::Up:
        return ::ceilf(a);
      case Rounding::NearestAway:
        return ::roundf(a);
      case Rounding::NearestEven:
      case Rounding::Dynamic:
        break;
    }
    return ::nearbyintf(a);
  }
  static double integral(double a) {
    switch (kMode) {
      case Rounding::TowardZero:
        return ::trunc(a);
      case Rounding::Down:
        return ::floor(a);
      case Rounding::Up:
        return ::ceil(a);
      case Rounding::NearestAway:
        return ::round(a);
      case Rounding::NearestEven:
      case Rounding::Dynamic:
        break;
    }
    return ::nearbyint(a);
  }
};

}  // namespace lanefold
