// SPDX-License-Identifier: Apache-2.0
#include "decisions/isa/gen8_alu/number.h"

#include <array>

namespace lanefold {

template <>
struct FloatFormat<std::uint16_t> {
  using Signed = std::int16_t;
  static constexpr int kFractionBits = 10;
  static constexpr int kBias = 15;
  static constexpr std::uint16_t kSign = 0x8000;
  static constexpr std::uint16_t kInfinity = 0x7c00;
  static constexpr std::uint16_t kQuiet = 0x0200;
  static constexpr std::uint16_t kNan = kInfinity | kQuiet;
};

namespace gen8 {
namespace {

constexpr int kIntegerBits = 64;  // no finite number with more fits an integer type

template <class Bits>
Number unpacked(Bits bits, bool keeps_denormals) {
  using F = FloatFormat<Bits>;
  const bool negative = (bits & F::kSign) != 0;
  const auto magnitude = static_cast<Bits>(bits & static_cast<Bits>(~F::kSign));
  if (magnitude >= F::kInfinity) {
    return magnitude > F::kInfinity ? kNotANumber : infinity(negative);
  }
  const int biased = static_cast<int>(magnitude >> F::kFractionBits);
  const std::uint64_t fraction = magnitude & ((std::uint64_t{1} << F::kFractionBits) - 1);
  if (biased == 0) {
    const std::uint64_t kept = keeps_denormals ? fraction : 0;
    return {NumberKind::Finite, {negative, 1 - F::kBias - F::kFractionBits, kept}};
  }
  const std::uint64_t hidden = std::uint64_t{1} << F::kFractionBits;
  return {NumberKind::Finite, {negative, biased - F::kBias - F::kFractionBits, fraction | hidden}};
}

template <class Bits>
Bits packed(const Number& number, Rounding rounding, bool keeps_denormals) {
  using F = FloatFormat<Bits>;
  if (number.is_nan()) {
    return F::kNan;
  }
  const Bits sign = number.is_negative() ? F::kSign : Bits{0};
  if (!number.is_finite()) {
    return static_cast<Bits>(sign | F::kInfinity);
  }
  if (number.is_zero()) {
    return sign;
  }
  std::uint8_t exceptions = 0;
  const Bits bits = pack<Bits>(number.exact, rounding, exceptions);
  const bool is_denormal = (bits & F::kInfinity) == 0;
  return is_denormal && !keeps_denormals ? sign : bits;
}

/// Whether the magnitude is 2^64 or more.
bool is_huge(const Number& number) {
  return !number.is_finite() ||
         (!number.is_zero() &&
          number.exact.exponent + highest_bit(number.exact.significand) >= kIntegerBits);
}

}  // namespace

Rounding FloatMode::rounding() const {
  constexpr std::array<Rounding, 4> kModes = {Rounding::NearestEven, Rounding::Up, Rounding::Down,
                                              Rounding::TowardZero};
  return kModes[(control_ & kRoundingMode) >> 4];
}

bool FloatMode::keeps_denormals(DataType type) const {
  switch (type) {
    case DataType::Df:
      return (control_ & kKeepsDoubleDenormals) != 0;
    case DataType::Hf:
      return (control_ & kKeepsHalfDenormals) != 0;
    default:
      return (control_ & kKeepsSingleDenormals) != 0;
  }
}

Number number_of(DataType type, std::uint64_t bits, const FloatMode& mode) {
  const bool keeps = mode.keeps_denormals(type);
  switch (type) {
    case DataType::Df:
      return unpacked<std::uint64_t>(bits, keeps);
    case DataType::Hf:
      return unpacked<std::uint16_t>(static_cast<std::uint16_t>(bits), keeps);
    default:
      return unpacked<std::uint32_t>(static_cast<std::uint32_t>(bits), keeps);
  }
}

Number number_of(Integer value) {
  const bool negative = value < 0;
  return {NumberKind::Finite, {negative, 0, static_cast<Wide>(negative ? -value : value)}};
}

std::uint64_t rounded(DataType type, const Number& number, const FloatMode& mode) {
  const bool keeps = mode.keeps_denormals(type);
  switch (type) {
    case DataType::Df:
      return packed<std::uint64_t>(number, mode.rounding(), keeps);
    case DataType::Hf:
      return packed<std::uint16_t>(number, mode.rounding(), keeps);
    default:
      return packed<std::uint32_t>(number, mode.rounding(), keeps);
  }
}

Number negated(Number number) {
  number.exact.negative = !number.exact.negative;
  return number;
}

Number product(const Number& a, const Number& b) {
  const bool negative = a.is_negative() != b.is_negative();
  if (a.is_nan() || b.is_nan()) {
    return kNotANumber;
  }
  if (!a.is_finite() || !b.is_finite()) {
    return a.is_zero() || b.is_zero() ? kNotANumber : infinity(negative);
  }
  return {
      NumberKind::Finite,
      {negative, a.exact.exponent + b.exact.exponent, a.exact.significand * b.exact.significand}};
}

Number sum(const Number& a, const Number& b, Rounding rounding) {
  if (a.is_nan() || b.is_nan()) {
    return kNotANumber;
  }
  if (!a.is_finite() || !b.is_finite()) {
    const bool cancels = !a.is_finite() && !b.is_finite() && a.is_negative() != b.is_negative();
    return cancels ? kNotANumber : (a.is_finite() ? b : a);
  }
  const bool cancelled_sign = rounding == Rounding::Down;
  if (a.is_zero() && b.is_zero()) {
    return zero(a.is_negative() == b.is_negative() ? a.is_negative() : cancelled_sign);
  }
  if (a.is_zero() || b.is_zero()) {
    return a.is_zero() ? b : a;
  }
  const Exact exact = lanefold::sum(a.exact, b.exact);
  return exact.significand == 0 ? zero(cancelled_sign) : Number{NumberKind::Finite, exact};
}

Order compare(const Number& a, const Number& b) {
  if (a.is_nan() || b.is_nan()) {
    return Order::Unordered;
  }
  if (!a.is_finite() && !b.is_finite() && a.is_negative() == b.is_negative()) {
    return Order::Equal;
  }
  const Number difference = sum(a, negated(b), Rounding::NearestEven);
  if (difference.is_zero()) {
    return Order::Equal;
  }
  return difference.is_negative() ? Order::Less : Order::Greater;
}

Number integral(const Number& number, Rounding rounding) {
  if (!number.is_finite() || number.is_zero() || number.exact.exponent >= 0) {
    return number;
  }
  const Exact& exact = number.exact;
  const Wide whole =
      lanefold::rounded(rounding, exact.negative, cut(exact.significand, -exact.exponent));
  return {NumberKind::Finite, {exact.negative, 0, whole}};
}

Integer truncated(const Number& number, DataType type) {
  if (number.is_nan()) {
    return 0;
  }
  if (is_huge(number)) {
    return number.is_negative() ? lowest_of(type) : highest_of(type);
  }
  const Exact whole = integral(number, Rounding::TowardZero).exact;
  const int shift = whole.exponent > 0 && whole.significand != 0 ? whole.exponent : 0;
  const auto magnitude = static_cast<Integer>(whole.significand << shift);
  return std::clamp(whole.negative ? -magnitude : magnitude, lowest_of(type), highest_of(type));
}

}  // namespace gen8
}  // namespace lanefold
