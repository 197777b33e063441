// SPDX-License-Identifier: Apache-2.0
// Float opcodes with exact values: rounding modes, denormals, NaNs, conversions.

#include <cmath>
#include <limits>

#include "tests/gen8_alu/alu_bench.h"

namespace lanefold::gen8 {
namespace {

constexpr std::uint64_t kNan = 0x7fc0'0000;
constexpr std::uint64_t kInfinity = 0x7f80'0000;
constexpr std::uint64_t kMinusZero = 0x8000'0000;
constexpr std::uint64_t kSignallingNan = 0x7f80'0001;

Typed single(float value) { return {bits_of(value), kF}; }
Typed twice(double value) { return {bits_of(value), kDf}; }

std::uint64_t of_singles(Opcode opcode, const std::vector<float>& values,
                         Condition condition = Condition::None) {
  std::vector<Typed> sources;
  for (const float value : values) {
    sources.push_back(single(value));
  }
  return result_of(opcode, kF, sources, condition);
}

/// A unary or binary instruction on one channel, under a mode of cr0.
std::uint64_t in_mode(std::uint32_t control, Opcode opcode, DataType type,
                      const std::vector<Typed>& values, bool saturates = false) {
  Instruction instruction = make(opcode, 1, to(20, type), {});
  for (const Typed& value : values) {
    instruction.sources.at(instruction.source_count) =
        scalar(10 + 2U * instruction.source_count, value.type);
    ++instruction.source_count;
  }
  instruction.saturate = saturates;
  Registers registers = with_sources(values);
  registers.control = control;
  run(instruction, registers);
  return get<std::uint64_t>(registers, 20);
}

TEST(Gen8AluFloat, HasTheValueOfEachOpcode) {
  EXPECT_EQ(of_singles(Opcode::Add, {1.5F, 2.25F}), bits_of(3.75F));
  EXPECT_EQ(of_singles(Opcode::Mul, {1.5F, -2.0F}), bits_of(-3.0F));
  EXPECT_EQ(of_singles(Opcode::Mad, {1.0F, 2.0F, 3.0F}), bits_of(7.0F));
  EXPECT_EQ(of_singles(Opcode::Frc, {-1.25F}), bits_of(0.75F));
  EXPECT_EQ(of_singles(Opcode::Frc, {-1e-20F}), bits_of(0.99999994F));
  EXPECT_EQ(of_singles(Opcode::Frc, {INFINITY}), kNan);
  EXPECT_EQ(of_singles(Opcode::Rndu, {-1.5F}), bits_of(-1.0F));
  EXPECT_EQ(of_singles(Opcode::Rndd, {-1.5F}), bits_of(-2.0F));
  EXPECT_EQ(of_singles(Opcode::Rnde, {2.5F}), bits_of(2.0F));
  EXPECT_EQ(of_singles(Opcode::Rnde, {-0.5F}), kMinusZero);
  EXPECT_EQ(of_singles(Opcode::Rndz, {-1.75F}), bits_of(-1.0F));
  EXPECT_EQ(of_singles(Opcode::Rndz, {1e30F}), bits_of(1e30F));
  EXPECT_EQ(of_singles(Opcode::Lrp, {0.25F, 8.0F, 4.0F}), bits_of(5.0F));
  EXPECT_EQ(of_singles(Opcode::Csel, {1.0F, 2.0F, -3.0F}, Condition::Less), bits_of(1.0F));
  EXPECT_EQ(of_singles(Opcode::Csel, {1.0F, 2.0F, 0.0F}, Condition::NotEqual), bits_of(2.0F));
  EXPECT_EQ(of_singles(Opcode::Csel, {1.0F, 2.0F, NAN}, Condition::GreaterEqual), bits_of(2.0F));
}

/// (1 + e)(1 - e) - 1 is lost when the product is rounded first.
TEST(Gen8AluFloat, RoundsMultiplyAddOnce) {
  const float e = 0x1p-23F;
  EXPECT_EQ(of_singles(Opcode::Mad, {-1.0F, 1 + e, 1 - e}), bits_of(-0x1p-46F));
  EXPECT_EQ(result_of(Opcode::Mad, kDf, {twice(-1), twice(1 + 0x1p-52), twice(1 - 0x1p-52)}),
            bits_of(-0x1p-104));
}

TEST(Gen8AluFloat, AccumulatesInTheAccumulator) {
  Registers registers = with_sources({single(2.0F), single(3.0F)});
  Instruction first = make(Opcode::Mul, 1, architecture(RegisterFile::Accumulator, kF, {0, 1, 1}),
                           {scalar(10, kF), scalar(12, kF)});
  Instruction second = make(Opcode::Mac, 1, to(20, kF), {scalar(10, kF), scalar(12, kF)});
  run(first, registers);
  run(second, registers);
  EXPECT_EQ(get<float>(registers, 20), 12.0F);
}

TEST(Gen8AluFloat, RoundsByTheModeOfControl) {
  constexpr std::uint32_t kUp = kKeepAllDenormals | 0x10;
  constexpr std::uint32_t kDown = kKeepAllDenormals | 0x20;
  constexpr std::uint32_t kZero = kKeepAllDenormals | 0x30;
  const std::vector<Typed> sum = {single(1.0F), single(0x1p-30F)};
  const std::vector<Typed> negative = {single(-1.0F), single(-0x1p-30F)};
  EXPECT_EQ(in_mode(kKeepAllDenormals, Opcode::Add, kF, sum), bits_of(1.0F));
  EXPECT_EQ(in_mode(kUp, Opcode::Add, kF, sum), bits_of(1.0F) + 1);
  EXPECT_EQ(in_mode(kDown, Opcode::Add, kF, sum), bits_of(1.0F));
  EXPECT_EQ(in_mode(kUp, Opcode::Add, kF, negative), bits_of(-1.0F));
  EXPECT_EQ(in_mode(kDown, Opcode::Add, kF, negative), bits_of(-1.0F) + 1);
  EXPECT_EQ(in_mode(kZero, Opcode::Add, kF, negative), bits_of(-1.0F));
  EXPECT_EQ(in_mode(kDown, Opcode::Add, kF, {single(1), single(-1)}), kMinusZero);
  EXPECT_EQ(in_mode(kUp, Opcode::Mov, kF, {{0x0100'0001, kD}}), bits_of(16777218.0F));
  EXPECT_EQ(in_mode(kDown, Opcode::Mov, kF, {{0x0100'0001, kD}}), bits_of(16777216.0F));
  EXPECT_EQ(in_mode(kZero, Opcode::Mov, kF, {twice(-1.0 - 0x1p-40)}), bits_of(-1.0F));
  EXPECT_EQ(in_mode(kDown, Opcode::Mov, kF, {twice(-1.0 - 0x1p-40)}), bits_of(-1.0F) + 1);
  EXPECT_EQ(in_mode(kZero, Opcode::Mul, kF, {single(3e38F), single(2)}), kInfinity - 1);
}

TEST(Gen8AluFloat, FlushesDenormalsUnlessControlKeepsThem) {
  const float tiny = 0x1p-140F;
  EXPECT_EQ(in_mode(0x80, Opcode::Add, kF, {single(tiny), single(tiny)}), bits_of(2 * tiny));
  EXPECT_EQ(in_mode(0, Opcode::Add, kF, {single(tiny), single(tiny)}), 0U);
  EXPECT_EQ(in_mode(0, Opcode::Add, kF, {single(-tiny), single(-tiny)}), kMinusZero);
  EXPECT_EQ(in_mode(0, Opcode::Mul, kF, {single(0x1p-100F), single(-0x1p-40F)}), kMinusZero);
  EXPECT_EQ(in_mode(0, Opcode::Mov, kF, {single(tiny)}), bits_of(tiny));
  EXPECT_EQ(in_mode(0x80, Opcode::Mov, kDf, {single(tiny)}), bits_of(double{tiny}));
  EXPECT_EQ(in_mode(0x40, Opcode::Mov, kDf, {single(tiny)}), 0U);
  EXPECT_EQ(in_mode(0x80, Opcode::Add, kDf, {twice(1e-310), twice(0)}), 0U);
  EXPECT_EQ(in_mode(0x40, Opcode::Add, kDf, {twice(1e-310), twice(0)}), bits_of(1e-310));
  EXPECT_EQ(in_mode(0x80, Opcode::Mov, kHf, {single(0x1p-20F)}), 0U);
  EXPECT_EQ(in_mode(0x480, Opcode::Mov, kHf, {single(0x1p-20F)}), 0x10U);
}

TEST(Gen8AluFloat, MovesBitsOfOneTypeUnchanged) {
  for (const std::uint64_t bits : {kSignallingNan, kSignallingNan | kMinusZero, std::uint64_t{1}}) {
    EXPECT_EQ(in_mode(0, Opcode::Mov, kF, {{bits, kF}}), bits);
  }
  Registers registers = with_sources({{kSignallingNan, kF}});
  run(make(Opcode::Mov, 1, to(20, kF), {negated(scalar(10, kF))}), registers);
  EXPECT_EQ(get<std::uint32_t>(registers, 20), kSignallingNan | kMinusZero);
  run(make(Opcode::Mov, 1, to(20, kF), {absolute(scalar(20, kF))}), registers);
  EXPECT_EQ(get<std::uint32_t>(registers, 20), kSignallingNan);
}

TEST(Gen8AluFloat, GivesTheCanonicalNan) {
  EXPECT_EQ(of_singles(Opcode::Add, {INFINITY, -INFINITY}), kNan);
  EXPECT_EQ(of_singles(Opcode::Mul, {0.0F, INFINITY}), kNan);
  EXPECT_EQ(result_of(Opcode::Add, kF, {{kSignallingNan, kF}, single(1)}), kNan);
  EXPECT_EQ(result_of(Opcode::Mov, kDf, {{kSignallingNan, kF}}), 0x7ff8'0000'0000'0000U);
  EXPECT_EQ(result_of(Opcode::Mov, kHf, {{kSignallingNan, kF}}), 0x7e00U);
}

TEST(Gen8AluFloat, SelectsTheNumberOfANumberAndANan) {
  const auto lesser = [](float a, float b) {
    return of_singles(Opcode::Sel, {a, b}, Condition::Less);
  };
  EXPECT_EQ(lesser(1, 2), bits_of(1.0F));
  EXPECT_EQ(lesser(NAN, 2), bits_of(2.0F));
  EXPECT_EQ(lesser(1, NAN), bits_of(1.0F));
  EXPECT_EQ(lesser(NAN, NAN), kNan);
  EXPECT_EQ(of_singles(Opcode::Sel, {1, 2}, Condition::GreaterEqual), bits_of(2.0F));
  EXPECT_EQ(of_singles(Opcode::Sel, {1, NAN}, Condition::GreaterEqual), bits_of(1.0F));
  EXPECT_EQ(of_singles(Opcode::Sel, {NAN, 1}, Condition::Greater), bits_of(1.0F));
}

TEST(Gen8AluFloat, ComparesNansAsUnequal) {
  const auto compared = [](Condition condition, float a, float b, Opcode opcode = Opcode::Cmp) {
    return of_singles(opcode, {a, b}, condition) != 0;
  };
  EXPECT_TRUE(compared(Condition::Less, 1, 2));
  EXPECT_TRUE(compared(Condition::Equal, 0.0F, -0.0F));
  EXPECT_TRUE(compared(Condition::GreaterEqual, INFINITY, INFINITY));
  EXPECT_FALSE(compared(Condition::Equal, NAN, NAN));
  EXPECT_TRUE(compared(Condition::NotEqual, NAN, 1));
  EXPECT_FALSE(compared(Condition::LessEqual, NAN, 1));
  EXPECT_FALSE(compared(Condition::Greater, 1, NAN));
  EXPECT_TRUE(compared(Condition::Unordered, 1, NAN));
  EXPECT_FALSE(compared(Condition::Unordered, 1, 2));
  EXPECT_TRUE(compared(Condition::Less, 1, NAN, Opcode::Cmpn));
  EXPECT_FALSE(compared(Condition::Less, NAN, 1, Opcode::Cmpn));
  EXPECT_TRUE(compared(Condition::GreaterEqual, 2, 1, Opcode::Cmpn));
}

/// All ones as bits, whatever the type is.
TEST(Gen8AluFloat, ComparesToBits) {
  EXPECT_EQ(of_singles(Opcode::Cmp, {1, 2}, Condition::LessEqual), 0xffff'ffffU);
  EXPECT_EQ(result_of(Opcode::Cmp, kDf, {twice(1), twice(2)}, Condition::Less), ~0ULL);
}

TEST(Gen8AluFloat, TruncatesAndClampsToIntegers) {
  const auto converted = [](DataType type, float value) {
    return result_of(Opcode::Mov, type, {single(value)});
  };
  EXPECT_EQ(converted(kD, 1.99F), 1U);
  EXPECT_EQ(converted(kD, -1.99F), 0xffff'ffffU);
  EXPECT_EQ(converted(kD, 3e9F), 0x7fff'ffffU);
  EXPECT_EQ(converted(kD, -3e9F), 0x8000'0000U);
  EXPECT_EQ(converted(kD, NAN), 0U);
  EXPECT_EQ(converted(kUd, 3e9F), 3'000'000'000U);
  EXPECT_EQ(converted(kUd, -1.0F), 0U);
  EXPECT_EQ(converted(kUd, INFINITY), 0xffff'ffffU);
  EXPECT_EQ(converted(DataType::W, 40000.0F), 0x7fffU);
  EXPECT_EQ(converted(DataType::Ub, 256.0F), 0xffU);
  EXPECT_EQ(converted(DataType::B, -129.0F), 0x80U);
  EXPECT_EQ(converted(DataType::Q, -1e18F), static_cast<std::uint64_t>(-999999984306749440LL));
  EXPECT_EQ(converted(DataType::Uq, 1.8446743e19F), 18446742974197923840U);
  EXPECT_EQ(converted(DataType::Uq, 2e19F), ~0ULL);
  EXPECT_EQ(in_mode(kKeepAllDenormals | 0x10, Opcode::Mov, kD, {single(1.5F)}), 1U);
  EXPECT_EQ(result_of(Opcode::Mov, kD, {twice(-2147483648.5)}), 0x8000'0000U);
}

TEST(Gen8AluFloat, ConvertsIntegersByTheirType) {
  EXPECT_EQ(result_of(Opcode::Mov, kF, {{0xffff'ffff, kD}}), bits_of(-1.0F));
  EXPECT_EQ(result_of(Opcode::Mov, kF, {{0xffff'ffff, kUd}}), bits_of(4294967296.0F));
  EXPECT_EQ(result_of(Opcode::Mov, kDf, {{0xffff'ffff, kUd}}), bits_of(4294967295.0));
  EXPECT_EQ(result_of(Opcode::Mov, kF, {{~0ULL, DataType::Uq}}), bits_of(18446744073709551616.0F));
  EXPECT_EQ(result_of(Opcode::Add, kF, {single(0.5F), {3, kD}}), bits_of(3.5F));
  EXPECT_EQ(result_of(Opcode::Add, kF, {{3, kD}, {4, kD}}), bits_of(7.0F));
}

TEST(Gen8AluFloat, SaturatesBetweenZeroAndOne) {
  const auto saturating = [](float value) {
    return in_mode(kKeepAllDenormals, Opcode::Mov, kF, {single(value)}, true);
  };
  EXPECT_EQ(saturating(0.5F), bits_of(0.5F));
  EXPECT_EQ(saturating(1.5F), bits_of(1.0F));
  EXPECT_EQ(saturating(-1.5F), 0U);
  EXPECT_EQ(saturating(NAN), 0U);
  EXPECT_EQ(saturating(INFINITY), bits_of(1.0F));
  EXPECT_EQ(in_mode(kKeepAllDenormals, Opcode::Mov, DataType::Ub, {single(300)}, true), 255U);
}

TEST(Gen8AluFloat, ComputesInHalves) {
  const Typed one = {0x3c00, kHf};
  const Typed third = {0x3555, kHf};
  EXPECT_EQ(result_of(Opcode::Add, kHf, {one, third}), 0x3d55U);
  EXPECT_EQ(result_of(Opcode::Mul, kHf, {third, third}), 0x2f1cU);
  EXPECT_EQ(result_of(Opcode::Add, kF, {one, single(0.25F)}), bits_of(1.25F));
  EXPECT_EQ(result_of(Opcode::Add, kHf, {single(65520.0F), single(0)}), 0x7c00U);
  EXPECT_EQ(result_of(Opcode::Mov, kHf, {single(65519.0F)}), 0x7bffU);
  EXPECT_EQ(result_of(Opcode::Mov, kF, {{0x0001, kHf}}), bits_of(0x1p-24F));
  EXPECT_EQ(result_of(Opcode::Mov, kD, {{0xc900, kHf}}), static_cast<std::uint32_t>(-10));
}

}  // namespace
}  // namespace lanefold::gen8
