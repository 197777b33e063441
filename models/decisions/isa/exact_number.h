// SPDX-License-Identifier: Apache-2.0
// Finite numbers with 128 bits of significand, and their rounding to a floating-point format: what
// SoftFloat computes with. Included by what rounds exact numbers.
#pragma once

#include <cstdint>

#include "decisions/isa/float_bits.h"

namespace lanefold {

__extension__ using Wide = unsigned __int128;

/// A finite number, (-1)^negative * significand * 2^exponent. Bits lost below the lowest are
/// recorded in it ("sticky"): it is set when the exact value is not a multiple of its weight.
struct Exact {
  bool negative;
  int exponent;
  Wide significand;
};

constexpr int kWideBits = 128;
/// Where aligned significands have their highest bit: one bit is left for the carry of a sum.
constexpr int kAlignedBit = 125;

inline int highest_bit(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  const auto low = static_cast<std::uint64_t>(value);
  return high != 0 ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(low);
}

template <class Bits>
Exact unpack(Bits a) {
  using F = FloatFormat<Bits>;
  const Bits fraction = a & ((Bits{1} << F::kFractionBits) - 1);
  const auto biased = static_cast<int>((a & ~F::kSign) >> F::kFractionBits);
  const int exponent = (biased == 0 ? 1 : biased) - F::kBias - F::kFractionBits;
  const Bits hidden = biased == 0 ? 0 : Bits{1} << F::kFractionBits;
  return {is_negative(a), exponent, fraction | hidden};
}

/// value * 2^-shift with the lost bits or-ed into the lowest bit.
inline Wide shift_right_sticky(Wide value, int shift) {
  if (shift == 0) {
    return value;
  }
  if (shift >= kWideBits) {
    return static_cast<Wide>(value != 0);
  }
  const Wide lost = value & ((Wide{1} << shift) - 1);
  return value >> shift | static_cast<Wide>(lost != 0);
}

/// A significand cut at some weight, and what lies below it.
struct Cut {
  Wide kept;
  bool half;       ///< the highest bit below
  bool remainder;  ///< any bit below that
};

inline Cut cut(Wide value, int shift) {
  const Wide scaled = shift < 2 ? value << (2 - shift) : shift_right_sticky(value, shift - 2);
  return {scaled >> 2, (scaled >> 1 & 1) != 0, (scaled & 1) != 0};
}

inline bool rounds_up(Rounding mode, bool negative, const Cut& at) {
  switch (mode) {
    case Rounding::NearestEven:
      return at.half && (at.remainder || (at.kept & 1) != 0);
    case Rounding::NearestAway:
      return at.half;
    case Rounding::Down:
      return negative && (at.half || at.remainder);
    case Rounding::Up:
      return !negative && (at.half || at.remainder);
    case Rounding::TowardZero:
    case Rounding::Dynamic:
      break;
  }
  return false;
}

inline Wide rounded(Rounding mode, bool negative, const Cut& at) {
  return at.kept + static_cast<Wide>(rounds_up(mode, negative, at));
}

template <class Bits>
Bits overflow(bool negative, Rounding mode) {
  using F = FloatFormat<Bits>;
  const bool to_infinity = mode == Rounding::NearestEven || mode == Rounding::NearestAway ||
                           (mode == Rounding::Down && negative) ||
                           (mode == Rounding::Up && !negative);
  return with_sign<Bits>(to_infinity ? F::kInfinity : F::kInfinity - 1, negative ? F::kSign : 0);
}

/// Whether a number below the normal range stays there when it is rounded to full precision.
template <class Bits>
bool is_tiny(const Exact& number, Rounding mode) {
  using F = FloatFormat<Bits>;
  const int top = number.exponent + highest_bit(number.significand);
  if (top != -F::kBias) {
    return top < -F::kBias;
  }
  const Cut full = cut(number.significand, top - F::kFractionBits - number.exponent);
  return rounded(mode, number.negative, full) < Wide{2} << F::kFractionBits;
}

/// The nearest representable number in the given mode; `number` is not zero.
template <class Bits>
Bits pack(const Exact& number, Rounding mode, std::uint8_t& flags) {
  using F = FloatFormat<Bits>;
  constexpr int kLowest = 1 - F::kBias - F::kFractionBits;
  // Cutting far above the significand would shift too far to the left: normalise it first.
  const int up = kWideBits - 3 - highest_bit(number.significand);
  const Exact raised =
      up <= 0 ? number : Exact{number.negative, number.exponent - up, number.significand << up};
  const int top = raised.exponent + highest_bit(raised.significand);
  const int weight = top - F::kFractionBits < kLowest ? kLowest : top - F::kFractionBits;
  const Cut at = cut(raised.significand, weight - raised.exponent);
  const bool inexact = at.half || at.remainder;
  // The hidden bit, if there is one, adds the last unit of the biased exponent.
  const Wide magnitude = rounded(mode, raised.negative, at) +
                         (static_cast<Wide>(weight - kLowest) << F::kFractionBits);
  if (magnitude >= F::kInfinity) {
    flags |= kOverflow | kInexact;
    return overflow<Bits>(raised.negative, mode);
  }
  if (inexact) {
    flags |= kInexact;
    flags |= is_tiny<Bits>(raised, mode) ? kUnderflow : 0;
  }
  return with_sign(static_cast<Bits>(magnitude), raised.negative ? F::kSign : Bits{0});
}

/// The same value with the highest bit of the significand at `kAlignedBit`; not for zero.
inline Exact align(Exact number) {
  const int shift = kAlignedBit - highest_bit(number.significand);
  return {number.negative, number.exponent - shift, number.significand << shift};
}

/// Sum of two numbers that are not zero; its significand is zero when they cancel.
inline Exact sum(const Exact& a, const Exact& b) {
  const Exact x = align(a);
  const Exact y = align(b);
  const Exact& large = x.exponent >= y.exponent ? x : y;
  const Exact& small = x.exponent >= y.exponent ? y : x;
  const Wide other = shift_right_sticky(small.significand, large.exponent - small.exponent);
  if (large.negative == small.negative) {
    return {large.negative, large.exponent, large.significand + other};
  }
  if (large.significand >= other) {
    return {large.negative, large.exponent, large.significand - other};
  }
  return {small.negative, large.exponent, other - large.significand};
}

}  // namespace lanefold
