// SPDX-License-Identifier: Apache-2.0
// Extended math, and exact division and square root from its macros.

#include <cmath>
#include <limits>
#include <random>

#include "tests/gen8_alu/alu_bench.h"

namespace lanefold::gen8 {
namespace {

std::uint64_t math(MathFunction function, DataType type, const std::vector<Typed>& values) {
  Instruction instruction = in_math(make(Opcode::Math, 1, to(20, type), {}), function);
  for (const Typed& value : values) {
    instruction.sources.at(instruction.source_count) =
        scalar(10 + 2U * instruction.source_count, value.type);
    ++instruction.source_count;
  }
  Registers registers = with_sources(values);
  run(instruction, registers);
  return get<std::uint64_t>(registers, 20);
}

float of_float(MathFunction function, float a, float b = 0) {
  std::vector<Typed> sources = {{bits_of(a), kF}};
  if (function == MathFunction::FloatDivide || function == MathFunction::Power) {
    sources.push_back({bits_of(b), kF});
  }
  const auto bits = static_cast<std::uint32_t>(math(function, kF, sources));
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

TEST(Gen8AluMath, HasEachFunction) {
  EXPECT_EQ(of_float(MathFunction::Inverse, 3.0F), 1.0F / 3.0F);
  EXPECT_EQ(of_float(MathFunction::Inverse, -0.0F), -INFINITY);
  EXPECT_EQ(of_float(MathFunction::Log, 8.0F), 3.0F);
  EXPECT_EQ(of_float(MathFunction::Log, 0.0F), -INFINITY);
  EXPECT_EQ(of_float(MathFunction::Exp, -3.0F), 0.125F);
  EXPECT_EQ(of_float(MathFunction::Exp, 200.0F), INFINITY);
  EXPECT_EQ(of_float(MathFunction::SquareRoot, 2.0F), 1.41421354F);
  EXPECT_EQ(of_float(MathFunction::ReciprocalSquareRoot, 0.25F), 2.0F);
  EXPECT_EQ(of_float(MathFunction::ReciprocalSquareRoot, 0.0F), INFINITY);
  EXPECT_EQ(of_float(MathFunction::Sin, 1.0F), 0.841470957F);
  EXPECT_EQ(of_float(MathFunction::Cos, 1.0F), 0.540302277F);
  EXPECT_EQ(of_float(MathFunction::FloatDivide, 1.0F, 10.0F), 0.1F);
  EXPECT_EQ(math(MathFunction::SquareRoot, kF, {{bits_of(-1.0F), kF}}), 0x7fc0'0000U);
}

TEST(Gen8AluMath, HasPowersOfWhatIsNotNegative) {
  const auto power = [](float base, float exponent) {
    return of_float(MathFunction::Power, base, exponent);
  };
  EXPECT_EQ(power(3.0F, 4.0F), 81.0F);
  EXPECT_EQ(power(2.0F, -0.5F), 0.707106769F);
  EXPECT_EQ(power(1.0001F, 300000.0F), static_cast<float>(std::pow(1.0001F, 300000.0)));
  EXPECT_EQ(power(10.0F, 40.0F), INFINITY);
  EXPECT_EQ(power(0.0F, 2.5F), 0.0F);
  EXPECT_EQ(power(-0.0F, -1.0F), INFINITY);
  EXPECT_EQ(power(0.0F, 0.0F), 1.0F);
  EXPECT_TRUE(std::isnan(power(-2.0F, 2.0F)));
  EXPECT_TRUE(std::isnan(power(2.0F, NAN)));
}

TEST(Gen8AluMath, FlushesDenormalsUnlessControlKeepsThem) {
  Registers registers = with_sources({{bits_of(0x1p-140F), kF}});
  const Instruction root =
      in_math(make(Opcode::Math, 1, to(20, kF), {scalar(10, kF)}), MathFunction::SquareRoot);
  run(root, registers);
  EXPECT_EQ(get<float>(registers, 20), 0x1p-70F);
  registers.control = 0;
  run(root, registers);
  EXPECT_EQ(get<float>(registers, 20), 0.0F);
}

TEST(Gen8AluMath, DividesIntegers) {
  constexpr std::uint64_t kMinusSeven = 0xffff'fff9;
  EXPECT_EQ(math(MathFunction::IntegerQuotient, kD, {{kMinusSeven, kD}, {2, kD}}), 0xffff'fffdU);
  EXPECT_EQ(math(MathFunction::IntegerRemainder, kD, {{kMinusSeven, kD}, {2, kD}}), 0xffff'ffffU);
  EXPECT_EQ(math(MathFunction::IntegerQuotient, kUd, {{kMinusSeven, kUd}, {2, kUd}}), 0x7fff'fffcU);
  EXPECT_EQ(math(MathFunction::IntegerRemainder, kUd, {{kMinusSeven, kUd}, {2, kUd}}), 1U);
  EXPECT_EQ(math(MathFunction::IntegerQuotient, kUd, {{7, kUd}, {0, kUd}}), 0xffff'ffffU);
  EXPECT_EQ(math(MathFunction::IntegerRemainder, kD, {{7, kD}, {0, kD}}), 7U);
  EXPECT_EQ(math(MathFunction::IntegerQuotient, kD, {{0x8000'0000, kD}, {0xffff'ffff, kD}}),
            0x8000'0000U);
}

TEST(Gen8AluMath, GivesQuotientAndRemainder) {
  Registers registers;
  put_all<std::int32_t>(registers, 10, {17, -17, 5, 9});
  put_all<std::int32_t>(registers, 11, {5, 5, 3, 9});
  // The quotient replaces the dividend.
  const Instruction both = in_math(make(Opcode::Math, 4, to(10, DataType::D),
                                        {general(10, DataType::D), general(11, DataType::D)}),
                                   MathFunction::IntegerDivide);
  EXPECT_EQ(operation_of(both)(both, registers, 0x7), 0x7U);
  EXPECT_EQ(get<std::int32_t>(registers, 10, 0), 3);
  EXPECT_EQ(get<std::int32_t>(registers, 10, 1), -3);
  EXPECT_EQ(get<std::int32_t>(registers, 10, 3), 9);
  EXPECT_EQ(get<std::int32_t>(registers, 11, 0), 2);
  EXPECT_EQ(get<std::int32_t>(registers, 11, 1), -2);
  EXPECT_EQ(get<std::int32_t>(registers, 11, 3), 9);
}

/// An operand of a macro.
Operand macro(unsigned number, DataType type, unsigned accumulator) {
  Operand operand = general(number, type);
  operand.macro = static_cast<std::uint8_t>(accumulator);
  return operand;
}

constexpr unsigned kNone = kNoMacroAccumulator;

void step(Registers& registers, const Operand& destination, const Operand& c, const Operand& a,
          const Operand& b) {
  run(make(Opcode::Madm, 4, destination, {c, a, b}), registers);
}

/// r20 = r10 / r12 in the steps that compiled code takes; r2 is 0, r4 is 1.
void divide(Registers& registers) {
  const Operand a = macro(10, kDf, kNone);
  const Operand b = macro(12, kDf, kNone);
  const Operand minus_b = negated(b);
  run(in_math(make(Opcode::Math, 4, macro(20, kDf, 0), {a, b}), MathFunction::InverseMacro),
      registers);
  const std::uint32_t refined = ~registers.flags[0] & 0xf;
  const Operand y0 = macro(20, kDf, 0);
  Registers after = registers;
  step(after, macro(30, kDf, 1), macro(2, kDf, kNone), a, y0);
  step(after, macro(32, kDf, 2), macro(4, kDf, kNone), minus_b, y0);
  step(after, macro(34, kDf, 3), y0, macro(32, kDf, 2), y0);
  step(after, macro(36, kDf, 4), a, minus_b, macro(30, kDf, 1));
  step(after, macro(38, kDf, 5), macro(30, kDf, 1), macro(36, kDf, 4), macro(34, kDf, 3));
  step(after, macro(40, kDf, 6), a, minus_b, macro(38, kDf, 5));
  step(after, macro(20, kDf, kNone), macro(38, kDf, 5), macro(40, kDf, 6), macro(34, kDf, 3));
  for (unsigned n = 0; n < 4; ++n) {
    if ((refined >> n & 1) != 0) {
      put(registers, 20, n, get<std::uint64_t>(after, 20, n));
    }
  }
}

/// r20 = sqrt(r10); r2 is 0, r4 is 1/2.
void take_root(Registers& registers) {
  const Operand a = macro(10, kDf, kNone);
  const Operand zero = macro(2, kDf, kNone);
  const Operand half = macro(4, kDf, kNone);
  run(in_math(make(Opcode::Math, 4, macro(20, kDf, 0), {a}),
              MathFunction::ReciprocalSquareRootMacro),
      registers);
  const std::uint32_t refined = ~registers.flags[0] & 0xf;
  const Operand y = macro(20, kDf, 0);
  Registers after = registers;
  step(after, macro(30, kDf, 1), zero, half, y);
  step(after, macro(32, kDf, 2), zero, a, y);
  step(after, macro(34, kDf, 3), half, negated(macro(32, kDf, 2)), macro(30, kDf, 1));
  step(after, macro(36, kDf, 4), macro(30, kDf, 1), macro(34, kDf, 3), macro(30, kDf, 1));
  step(after, macro(38, kDf, 5), macro(32, kDf, 2), macro(34, kDf, 3), macro(32, kDf, 2));
  step(after, macro(40, kDf, 6), a, negated(macro(38, kDf, 5)), macro(38, kDf, 5));
  step(after, macro(20, kDf, kNone), macro(38, kDf, 5), macro(40, kDf, 6), macro(36, kDf, 4));
  for (unsigned n = 0; n < 4; ++n) {
    if ((refined >> n & 1) != 0) {
      put(registers, 20, n, get<std::uint64_t>(after, 20, n));
    }
  }
}

Registers with_constants(double one) {
  Registers registers;
  registers.control = kKeepAllDenormals;
  put_all<double>(registers, 4, {one, one, one, one});
  return registers;
}

/// Bits of a double, or those of the canonical NaN.
std::uint64_t canonical_bits(double value) {
  return std::isnan(value) ? bits_of(std::numeric_limits<double>::quiet_NaN()) : bits_of(value);
}

std::vector<double> special_doubles() {
  return {0.0,
          -0.0,
          INFINITY,
          -INFINITY,
          NAN,
          1.0,
          -3.0,
          5e-324,
          1e-310,
          1.7976931348623157e308,
          2.2250738585072014e-308,
          -1e300,
          0.1};
}

TEST(Gen8AluMacro, DividesExactly) {
  constexpr unsigned kSeed = 8;
  std::mt19937_64 random(kSeed);
  std::vector<double> values = special_doubles();
  for (int n = 0; n < 200; ++n) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    values.push_back(value);
  }
  const std::size_t count = values.size();
  for (std::size_t n = 0; n < 3000; ++n) {
    Registers registers = with_constants(1.0);
    std::vector<double> expected;
    for (unsigned lane = 0; lane < 4; ++lane) {
      const double a = values[n < 50 ? (n + lane) % 13 : random() % count];
      const double b = values[n < 50 ? n * 4 % 13 : random() % count];
      put(registers, 10, lane, a);
      put(registers, 12, lane, b);
      expected.push_back(a / b);
    }
    divide(registers);
    for (unsigned lane = 0; lane < 4; ++lane) {
      ASSERT_EQ(get<std::uint64_t>(registers, 20, lane), canonical_bits(expected[lane]))
          << "seed " << kSeed << ": " << get<double>(registers, 10, lane) << " / "
          << get<double>(registers, 12, lane);
    }
  }
}

TEST(Gen8AluMacro, TakesExactRoots) {
  constexpr unsigned kSeed = 9;
  std::mt19937_64 random(kSeed);
  std::vector<double> values = special_doubles();
  for (int n = 0; n < 4000; ++n) {
    const std::uint64_t bits = random() >> (n % 2);
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    values.push_back(value);
  }
  for (std::size_t n = 0; n + 4 <= values.size(); n += 4) {
    Registers registers = with_constants(0.5);
    put_all<double>(registers, 10, {values[n], values[n + 1], values[n + 2], values[n + 3]});
    take_root(registers);
    for (unsigned lane = 0; lane < 4; ++lane) {
      ASSERT_EQ(get<std::uint64_t>(registers, 20, lane),
                canonical_bits(std::sqrt(values[n + lane])))
          << values[n + lane];
    }
  }
}

TEST(Gen8AluMacro, RoundsWhatItWritesToRegisters) {
  Registers registers = with_constants(1.0);
  put_all<double>(registers, 12, {3.0, 3.0, 3.0, 3.0});
  run(in_math(
          make(Opcode::Math, 4, macro(20, kDf, 7), {macro(4, kDf, kNone), macro(12, kDf, kNone)}),
          MathFunction::InverseMacro),
      registers);
  EXPECT_EQ(get<double>(registers, 20), 1.0 / 3.0);
  EXPECT_EQ(registers.flags[0], 0U);
  // 1 - 3 * y is below what 53 bits of y leave.
  step(registers, macro(22, kDf, kNone), macro(4, kDf, kNone), negated(macro(12, kDf, kNone)),
       macro(20, kDf, 7));
  EXPECT_LT(std::fabs(get<double>(registers, 22)), 0x1p-60);
  step(registers, macro(22, kDf, kNone), macro(4, kDf, kNone), negated(macro(12, kDf, kNone)),
       macro(20, kDf, kNone));
  EXPECT_GT(std::fabs(get<double>(registers, 22)), 0x1p-56);
}

}  // namespace
}  // namespace lanefold::gen8
