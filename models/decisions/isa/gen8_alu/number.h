// SPDX-License-Identifier: Apache-2.0
// Floating-point values as exact numbers: what the general functions compute with. Every format,
// rounding mode and treatment of denormals is the same code, and a result is rounded once.
#pragma once

#include <cstdint>

#include "decisions/isa/exact_number.h"
#include "decisions/isa/gen8/operand.h"
#include "decisions/isa/gen8_alu/data_type.h"

namespace lanefold::gen8 {

/// How cr0 wants floats treated.
class FloatMode {
 public:
  explicit FloatMode(std::uint32_t control) : control_(control) {}
  Rounding rounding() const;
  /// Otherwise denormals of that type count, and are written, as zeros of their sign.
  bool keeps_denormals(DataType type) const;

 private:
  std::uint32_t control_;
};

/// Bits of cr0.
constexpr std::uint32_t kAlternativeFloats = 1U << 0;
constexpr std::uint32_t kSingleProgramFlow = 1U << 2;
constexpr std::uint32_t kRoundingMode = 3U << 4;
constexpr std::uint32_t kKeepsDoubleDenormals = 1U << 6;
constexpr std::uint32_t kKeepsSingleDenormals = 1U << 7;
constexpr std::uint32_t kKeepsHalfDenormals = 1U << 10;

enum class NumberKind : std::uint8_t { Finite, Infinite, NotANumber };

struct Number {
  NumberKind kind = NumberKind::Finite;
  /// Of a finite number; a significand of 0 is zero. The sign is that of infinities, too.
  Exact exact = {false, 0, 0};

  bool is_nan() const { return kind == NumberKind::NotANumber; }
  bool is_finite() const { return kind == NumberKind::Finite; }
  bool is_zero() const { return is_finite() && exact.significand == 0; }
  bool is_negative() const { return exact.negative; }
};

constexpr Number kNotANumber = {NumberKind::NotANumber, {false, 0, 0}};
constexpr Number kOne = {NumberKind::Finite, {false, 0, 1}};

constexpr Number infinity(bool negative) { return {NumberKind::Infinite, {negative, 0, 0}}; }
constexpr Number zero(bool negative) { return {NumberKind::Finite, {negative, 0, 0}}; }

/// The value of the bits of a Hf, F or Df.
Number number_of(DataType type, std::uint64_t bits, const FloatMode& mode);
Number number_of(Integer value);

/// The bits of the nearest number of a type, Hf, F or Df. A NaN becomes the canonical one.
std::uint64_t rounded(DataType type, const Number& number, const FloatMode& mode);

Number negated(Number number);

/// Exact, for significands of up to 62 bits.
Number product(const Number& a, const Number& b);
/// Exact but for the lowest bit of 125, which says whether lower ones were lost. `rounding` decides
/// the sign of a zero.
Number sum(const Number& a, const Number& b, Rounding rounding);

enum class Order : std::uint8_t { Less, Equal, Greater, Unordered };
Order compare(const Number& a, const Number& b);

/// The integer that the mode rounds to; zeros keep their sign.
Number integral(const Number& number, Rounding rounding);
/// The integer part within the bounds of an integer type; 0 for NaN.
Integer truncated(const Number& number, DataType type);

}  // namespace lanefold::gen8
