// SPDX-License-Identifier: Apache-2.0
// Half floats against numbers scaled by hand, in all rounding modes.

#include <cfenv>
#include <cmath>
#include <random>

#include "tests/gen8_alu/alu_bench.h"

namespace lanefold::gen8 {
namespace {

constexpr int kFractionBits = 10;
constexpr int kLowestExponent = -14;
constexpr std::uint32_t kHalfInfinity = 0x7c00;
constexpr float kLargestHalf = 65504.0F;

float value_of_half(std::uint32_t bits) {
  const int exponent = static_cast<int>(bits >> kFractionBits & 0x1f);
  const int fraction = static_cast<int>(bits & 0x3ff);
  const float magnitude =
      exponent == 0 ? std::ldexp(static_cast<float>(fraction), kLowestExponent - kFractionBits)
                    : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

/// The nearest half in the host's rounding mode, as a float.
float nearest_half(float value) {
  const int exponent = value == 0 ? kLowestExponent : std::max(std::ilogb(value), kLowestExponent);
  const float unit = std::ldexp(1.0F, exponent - kFractionBits);
  const volatile float scaled = value / unit;
  return std::copysign(std::nearbyint(scaled) * unit, value);
}

TEST(Gen8AluHalf, ConvertsEachToSingleAndBack) {
  Registers registers;
  registers.control = kKeepAllDenormals;
  const Instruction widen = make(Opcode::Mov, 1, to(20, kF), {scalar(10, kHf)});
  const Instruction narrow = make(Opcode::Mov, 1, to(21, kHf), {scalar(20, kF)});
  const Operate widens = operation_of(widen);
  const Operate narrows = operation_of(narrow);
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    if ((bits & kHalfInfinity) == kHalfInfinity) {
      continue;
    }
    put(registers, 10, 0, static_cast<std::uint16_t>(bits));
    widens(widen, registers, 1);
    ASSERT_EQ(get<std::uint32_t>(registers, 20), bits_of(value_of_half(bits))) << bits;
    narrows(narrow, registers, 1);
    ASSERT_EQ(get<std::uint16_t>(registers, 21), bits);
  }
}

TEST(Gen8AluHalf, RoundsSinglesInEachMode) {
  constexpr int kModes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  constexpr unsigned kSeed = 16;
  constexpr int kValues = 4000;
  std::mt19937 random(kSeed);
  Registers registers;
  const Instruction narrow = make(Opcode::Mov, 1, to(20, kHf), {scalar(10, kF)});
  for (unsigned mode = 0; mode < 4; ++mode) {
    registers.control = kKeepAllDenormals | mode << 4;
    for (int n = 0; n < kValues; ++n) {
      const float value = std::ldexp(static_cast<float>(static_cast<std::int32_t>(random())),
                                     static_cast<int>(random() % 48) - 60);
      put(registers, 10, 0, value);
      std::fesetround(kModes[mode]);
      const float expected = nearest_half(value);
      std::fesetround(FE_TONEAREST);
      if (std::fabs(expected) > kLargestHalf) {
        continue;
      }
      operation_of(narrow)(narrow, registers, 1);
      ASSERT_EQ(bits_of(value_of_half(get<std::uint16_t>(registers, 20))), bits_of(expected))
          << "seed " << kSeed << ", mode " << mode << ": " << value;
    }
  }
}

/// A product of halves is exact in double precision; a sum with a third half is nearly always.
TEST(Gen8AluHalf, RoundsMultiplyAddOnce) {
  constexpr unsigned kSeed = 17;
  constexpr int kTimes = 2000;
  std::mt19937 random(kSeed);
  Registers registers;
  registers.control = kKeepAllDenormals;
  const Instruction fused =
      make(Opcode::Mad, 1, to(20, kHf), {scalar(14, kHf), scalar(10, kHf), scalar(12, kHf)});
  for (int n = 0; n < kTimes; ++n) {
    double values[3];
    for (unsigned k = 0; k < 3; ++k) {
      const std::uint32_t bits = 0x2c00 + random() % 0x2000 + (random() % 2) * 0x8000;
      put(registers, 10 + 2 * k, 0, static_cast<std::uint16_t>(bits));
      values[k] = value_of_half(bits);
    }
    const double exact = values[0] * values[1] + values[2];
    const double unit = std::ldexp(
        1.0, std::max(exact == 0 ? 0 : std::ilogb(exact), kLowestExponent) - kFractionBits);
    operation_of(fused)(fused, registers, 1);
    ASSERT_EQ(value_of_half(get<std::uint16_t>(registers, 20)), std::nearbyint(exact / unit) * unit)
        << "seed " << kSeed;
  }
}

}  // namespace
}  // namespace lanefold::gen8
