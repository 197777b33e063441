// SPDX-License-Identifier: Apache-2.0
// The bit patterns of IEEE 754 numbers as RISC-V uses them, without arithmetic. Branch-free, so
// that loops over lanes vectorise. Functions are static: files compiled for different instruction
// sets share no code.
#pragma once

#include <cstdint>

namespace lanefold {

/// Constants of a format, chosen by the unsigned integer that holds its bits.
template <class Bits>
struct FloatFormat;

template <>
struct FloatFormat<std::uint32_t> {
  using Signed = std::int32_t;
  using Value = float;
  static constexpr int kFractionBits = 23;
  static constexpr int kBias = 127;
  static constexpr std::uint32_t kSign = 0x8000'0000;
  static constexpr std::uint32_t kInfinity = 0x7f80'0000;
  static constexpr std::uint32_t kQuiet = 0x0040'0000;
  static constexpr std::uint32_t kNan = kInfinity | kQuiet;
};

template <>
struct FloatFormat<std::uint64_t> {
  using Signed = std::int64_t;
  using Value = double;
  static constexpr int kFractionBits = 52;
  static constexpr int kBias = 1023;
  static constexpr std::uint64_t kSign = 0x8000'0000'0000'0000;
  static constexpr std::uint64_t kInfinity = 0x7ff0'0000'0000'0000;
  static constexpr std::uint64_t kQuiet = 0x0008'0000'0000'0000;
  static constexpr std::uint64_t kNan = kInfinity | kQuiet;
};

/// Exceptions, as in fflags.
constexpr std::uint8_t kInexact = 1;
constexpr std::uint8_t kUnderflow = 2;
constexpr std::uint8_t kOverflow = 4;
constexpr std::uint8_t kDivideByZero = 8;
constexpr std::uint8_t kInvalid = 16;

/// Rounding modes, as in the rm field and frm.
enum class Rounding : std::uint8_t {
  NearestEven = 0,
  TowardZero = 1,
  Down = 2,
  Up = 3,
  NearestAway = 4,
  Dynamic = 7,
};

template <class Bits>
static constexpr bool is_nan(Bits a) {
  // Magnitudes are positive as signed integers, which more hosts can compare in vectors.
  using Signed = typename FloatFormat<Bits>::Signed;
  return static_cast<Signed>(a & ~FloatFormat<Bits>::kSign) >
         static_cast<Signed>(FloatFormat<Bits>::kInfinity);
}
template <class Bits>
static constexpr bool is_signalling(Bits a) {
  return is_nan(a) && (a & FloatFormat<Bits>::kQuiet) == 0;
}
template <class Bits>
static constexpr bool is_infinity(Bits a) {
  return (a & ~FloatFormat<Bits>::kSign) == FloatFormat<Bits>::kInfinity;
}
template <class Bits>
static constexpr bool is_zero(Bits a) {
  return (a & ~FloatFormat<Bits>::kSign) == 0;
}
template <class Bits>
static constexpr bool is_negative(Bits a) {
  return (a & FloatFormat<Bits>::kSign) != 0;
}

/// The sign of `sign` on the magnitude of `a`.
template <class Bits>
static constexpr Bits with_sign(Bits a, Bits sign) {
  using F = FloatFormat<Bits>;
  return (a & ~F::kSign) | (sign & F::kSign);
}

/// An integer that orders numbers as their values are ordered, -0 below +0.
template <class Bits>
static constexpr typename FloatFormat<Bits>::Signed order_key(Bits a) {
  using Signed = typename FloatFormat<Bits>::Signed;
  const auto key = static_cast<Signed>(a);
  return key < 0 ? static_cast<Signed>(a ^ ~FloatFormat<Bits>::kSign) : key;
}

/// RISC-V minimumNumber: a NaN loses against a number, two NaNs give the canonical NaN.
template <class Bits>
static constexpr Bits lesser(Bits a, Bits b) {
  const Bits number = order_key(a) < order_key(b) ? a : b;
  const Bits other = is_nan(b) ? a : number;
  const Bits chosen = is_nan(a) ? b : other;
  return is_nan(chosen) ? FloatFormat<Bits>::kNan : chosen;
}
template <class Bits>
static constexpr Bits greater(Bits a, Bits b) {
  const Bits number = order_key(a) < order_key(b) ? b : a;
  const Bits other = is_nan(b) ? a : number;
  const Bits chosen = is_nan(a) ? b : other;
  return is_nan(chosen) ? FloatFormat<Bits>::kNan : chosen;
}

/// The ten-bit class mask of fclass.
template <class Bits>
static constexpr std::uint32_t class_of(Bits a) {
  using F = FloatFormat<Bits>;
  const Bits magnitude = a & ~F::kSign;
  // Classes of magnitudes in ascending order: zero, subnormal, normal, infinity.
  const unsigned rank = static_cast<unsigned>(magnitude != 0) +
                        static_cast<unsigned>((magnitude >> F::kFractionBits) != 0) +
                        static_cast<unsigned>(magnitude == F::kInfinity);
  const std::uint32_t number = 1U << (is_negative(a) ? 3 - rank : 4 + rank);
  const std::uint32_t nan = (a & F::kQuiet) != 0 ? 1U << 9 : 1U << 8;
  return magnitude > F::kInfinity ? nan : number;
}

}  // namespace lanefold
