// SPDX-License-Identifier: Apache-2.0
// What fast functions do in a lane. `Variant` keeps the code of files with different instruction
// sets of the host apart.
#pragma once

#include <math.h>  // NOLINT(modernize-deprecated-headers): C functions, never emitted by us

#include <cstdint>
#include <type_traits>

#include "decisions/isa/gen8_alu/fast.h"
#include "decisions/isa/integer_math.h"

namespace lanefold::gen8 {

template <class Variant, FastOperation kOperation>
struct LaneOperation;

template <class Variant>
struct LaneMath {
  /// A NaN becomes the canonical one.
  static float canonical(float value) {
    return __builtin_isnan(value) ? __builtin_nanf("") : value;
  }
  static double canonical(double value) {
    return __builtin_isnan(value) ? __builtin_nan("") : value;
  }

  template <class T>
  static bool is_nan(T value) {
    if constexpr (std::is_floating_point_v<T>) {
      return __builtin_isnan(value);
    } else {
      return false;
    }
  }

  static float fused(float a, float b, float c) { return canonical(::fmaf(a, b, c)); }
  static double fused(double a, double b, double c) { return canonical(::fma(a, b, c)); }
  template <class T>
  static T fused(T a, T b, T c) {
    return static_cast<T>(a * b + c);
  }

  static float up(float a) { return ::ceilf(a); }
  static double up(double a) { return ::ceil(a); }
  static float down(float a) { return ::floorf(a); }
  static double down(double a) { return ::floor(a); }
  static float even(float a) { return ::nearbyintf(a); }
  static double even(double a) { return ::nearbyint(a); }
  static float to_zero(float a) { return ::truncf(a); }
  static double to_zero(double a) { return ::trunc(a); }

  static float square_root(float a) { return ::sqrtf(a); }
  static double inverse_root(double a) { return 1.0 / ::sqrt(a); }

  static std::int32_t quotient(std::int32_t a, std::int32_t b) {
    return as_signed(quotient_signed(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
  }
  static std::uint32_t quotient(std::uint32_t a, std::uint32_t b) {
    return quotient_unsigned(a, b);
  }
  static std::int32_t remainder(std::int32_t a, std::int32_t b) {
    return as_signed(
        remainder_signed(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
  }
  static std::uint32_t remainder(std::uint32_t a, std::uint32_t b) {
    return remainder_unsigned(a, b);
  }

  template <class T>
  static T finished(T value) {
    if constexpr (std::is_floating_point_v<T>) {
      return canonical(value);
    } else {
      return value;
    }
  }
};

/// One operation: its number of sources, the lanes that have it, and its value.
#define LANEFOLD_LANE_OPERATION(operation, sources, lanes, value)                   \
  template <class Variant>                                                          \
  struct LaneOperation<Variant, FastOperation::operation> {                         \
    using Math = LaneMath<Variant>;                                                 \
    static constexpr unsigned kSources = sources;                                   \
    template <class T>                                                              \
    static constexpr bool kExists = lanes;                                          \
    template <class T>                                                              \
    static T of([[maybe_unused]] T a, [[maybe_unused]] T b, [[maybe_unused]] T c) { \
      return static_cast<T>(value);                                                 \
    }                                                                               \
  }

#define LANEFOLD_INTEGERS std::is_unsigned_v<T>
#define LANEFOLD_SIGNED (std::is_integral_v<T> && std::is_signed_v<T>)
#define LANEFOLD_FLOATS std::is_floating_point_v<T>

LANEFOLD_LANE_OPERATION(Move, 1, true, a);
LANEFOLD_LANE_OPERATION(Minimum, 2, true, Math::finished(Math::is_nan(b) || a < b ? a : b));
LANEFOLD_LANE_OPERATION(Maximum, 2, true, Math::finished(Math::is_nan(b) || a >= b ? a : b));
LANEFOLD_LANE_OPERATION(Not, 1, LANEFOLD_INTEGERS, ~a);
LANEFOLD_LANE_OPERATION(And, 2, LANEFOLD_INTEGERS, a& b);
LANEFOLD_LANE_OPERATION(Or, 2, LANEFOLD_INTEGERS, a | b);
LANEFOLD_LANE_OPERATION(Xor, 2, LANEFOLD_INTEGERS, a ^ b);
LANEFOLD_LANE_OPERATION(ShiftLeft, 2, LANEFOLD_INTEGERS, a << (b & (8 * sizeof(T) - 1)));
LANEFOLD_LANE_OPERATION(ShiftRight, 2, LANEFOLD_INTEGERS, a >> (b & (8 * sizeof(T) - 1)));
LANEFOLD_LANE_OPERATION(ArithmeticShiftRight, 2, LANEFOLD_SIGNED,
                        a >> (b & static_cast<T>(8 * sizeof(T) - 1)));
LANEFOLD_LANE_OPERATION(Add, 2, LANEFOLD_INTEGERS || LANEFOLD_FLOATS, Math::finished(a + b));
LANEFOLD_LANE_OPERATION(Multiply, 2, LANEFOLD_INTEGERS || LANEFOLD_FLOATS, Math::finished(a* b));
LANEFOLD_LANE_OPERATION(MultiplyAdd, 3, LANEFOLD_INTEGERS || LANEFOLD_FLOATS, Math::fused(b, c, a));
LANEFOLD_LANE_OPERATION(RoundUp, 1, LANEFOLD_FLOATS, Math::finished(Math::up(a)));
LANEFOLD_LANE_OPERATION(RoundDown, 1, LANEFOLD_FLOATS, Math::finished(Math::down(a)));
LANEFOLD_LANE_OPERATION(RoundEven, 1, LANEFOLD_FLOATS, Math::finished(Math::even(a)));
LANEFOLD_LANE_OPERATION(RoundToZero, 1, LANEFOLD_FLOATS, Math::finished(Math::to_zero(a)));

// Functions of math: of a single, or of two dwords. Where the general function computes in double
// precision, these do, too.
#define LANEFOLD_SINGLE (std::is_same_v<T, float>)
#define LANEFOLD_DWORD (std::is_integral_v<T> && sizeof(T) == 4)
LANEFOLD_LANE_OPERATION(Inverse, 1, LANEFOLD_SINGLE, Math::finished(1 / a));
LANEFOLD_LANE_OPERATION(SquareRoot, 1, LANEFOLD_SINGLE, Math::finished(Math::square_root(a)));
LANEFOLD_LANE_OPERATION(Divide, 2, LANEFOLD_SINGLE, Math::finished(a / b));
LANEFOLD_LANE_OPERATION(InverseSquareRoot, 1, LANEFOLD_SINGLE,
                        Math::finished(static_cast<T>(Math::inverse_root(a))));
LANEFOLD_LANE_OPERATION(Log, 1, LANEFOLD_SINGLE, Math::finished(static_cast<T>(::log2(double{a}))));
LANEFOLD_LANE_OPERATION(Exp, 1, LANEFOLD_SINGLE, Math::finished(static_cast<T>(::exp2(double{a}))));
LANEFOLD_LANE_OPERATION(Sin, 1, LANEFOLD_SINGLE, Math::finished(static_cast<T>(::sin(double{a}))));
LANEFOLD_LANE_OPERATION(Cos, 1, LANEFOLD_SINGLE, Math::finished(static_cast<T>(::cos(double{a}))));
LANEFOLD_LANE_OPERATION(Quotient, 2, LANEFOLD_DWORD, Math::quotient(a, b));
LANEFOLD_LANE_OPERATION(Remainder, 2, LANEFOLD_DWORD, Math::remainder(a, b));
#undef LANEFOLD_DWORD
#undef LANEFOLD_SINGLE

#undef LANEFOLD_FLOATS
#undef LANEFOLD_SIGNED
#undef LANEFOLD_INTEGERS
#undef LANEFOLD_LANE_OPERATION

}  // namespace lanefold::gen8
