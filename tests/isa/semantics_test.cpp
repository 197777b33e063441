// SPDX-License-Identifier: Apache-2.0
// The corners of the instruction set's arithmetic, by hand: what the RISC-V manual says about
// division, NaNs, signed zeros, saturation, rounding, exceptions; and extended math.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "decisions/isa/atomic.h"
#include "decisions/isa/lane_variant.h"
#include "decisions/isa/opcode_table.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kNan = 0x7fc0'0000;
constexpr std::uint32_t kSignalling = 0x7f80'0001;
constexpr std::uint32_t kInf = 0x7f80'0000;
constexpr std::uint32_t kMinusInf = 0xff80'0000;
constexpr std::uint32_t kMinusZero = 0x8000'0000;
constexpr std::uint32_t kOne = 0x3f80'0000;
constexpr unsigned kNv = 16;
constexpr unsigned kDz = 8;
constexpr unsigned kOf = 4;
constexpr unsigned kUf = 2;
constexpr unsigned kNx = 1;

Instruction instruction_of(Opcode opcode, unsigned rounding = 0) {
  const OpcodeInfo& info = opcode_info(opcode);
  const std::uint32_t mode = info.format == Format::Rounded ? rounding << 12 : 0;
  return decode(info.match | mode, 0);
}

std::uint32_t bits(float value) {
  std::uint32_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

float number(std::uint64_t bits) {
  const auto low = static_cast<std::uint32_t>(bits);
  float result;
  std::memcpy(&result, &low, sizeof result);
  return result;
}

struct Corner {
  Opcode opcode;
  std::uint32_t a, b, value;
  unsigned flags = 0;
  unsigned rounding = 0;
};

/// What one lane makes of the corner, exceptions included.
void check(const Corner& corner) {
  SCOPED_TRACE(opcode_info(corner.opcode).text);
  const Instruction instruction = instruction_of(corner.opcode, corner.rounding);
  const LaneResult result = execute_lane(instruction, corner.a, corner.b, 0, 0, {});
  EXPECT_EQ(result.value, corner.value) << std::hex << corner.a << " " << corner.b;
  EXPECT_EQ(result.flags, corner.flags) << std::hex << corner.a << " " << corner.b;
}

TEST(ConditionalZero, KeepsOrClearsByTheSecondOperand) {
  const Corner corners[] = {{Opcode::CzeroEqz, 7, 0, 0},
                            {Opcode::CzeroEqz, 7, 0x8000'0000, 7},
                            {Opcode::CzeroNez, 7, 0, 7},
                            {Opcode::CzeroNez, 7, 1, 0}};
  for (const Corner& corner : corners) check(corner);
}

TEST(IntegerDivide, NeverTraps) {
  constexpr std::uint32_t kMin = 0x8000'0000;
  constexpr std::uint32_t kMinusOne = 0xffff'ffff;
  const Corner corners[] = {{Opcode::Div, 7, 0, kMinusOne},
                            {Opcode::Divu, 7, 0, kMinusOne},
                            {Opcode::Rem, 7, 0, 7},
                            {Opcode::Remu, 7, 0, 7},
                            {Opcode::Div, kMin, kMinusOne, kMin},
                            {Opcode::Rem, kMin, kMinusOne, 0},
                            {Opcode::Div, 0U - 7, 2, 0U - 3},
                            {Opcode::Rem, 0U - 7, 2, kMinusOne},
                            {Opcode::Divu, kMinusOne, 1, kMinusOne},
                            {Opcode::Remu, kMinusOne, kMin, 0x7fff'ffff},
                            {Opcode::Div, kMin, 1, kMin},
                            {Opcode::Divu, kMin, kMinusOne, 0}};
  for (const Corner& corner : corners) {
    check(corner);
  }
}

TEST(Shifts, UseTheLowFiveBits) {
  const Corner corners[] = {{Opcode::Sll, 1, 33, 2},
                            {Opcode::Srl, 0x8000'0000, 63, 1},
                            {Opcode::Sra, 0x8000'0000, 31, 0xffff'ffff},
                            {Opcode::Sra, 0x8000'0000, 32, 0x8000'0000}};
  for (const Corner& corner : corners) {
    check(corner);
  }
}

TEST(FloatResults, AreCanonicalNans) {
  const Corner corners[] = {
      {Opcode::FaddS, kInf, kMinusInf, kNan, kNv},   {Opcode::FsubS, kInf, kInf, kNan, kNv},
      {Opcode::FmulS, kInf, kMinusZero, kNan, kNv},  {Opcode::FaddS, 0xffff'ffff, kOne, kNan},
      {Opcode::FaddS, kSignalling, kOne, kNan, kNv}, {Opcode::FdivS, 0, kMinusZero, kNan, kNv},
      {Opcode::FsqrtS, bits(-1), 0, kNan, kNv},      {Opcode::FsqrtS, kMinusZero, 0, kMinusZero}};
  for (const Corner& corner : corners) {
    check(corner);
  }
}

TEST(FloatMinMax, PrefersNumbersAndOrdersZeros) {
  const Corner corners[] = {{Opcode::FminS, kMinusZero, 0, kMinusZero},
                            {Opcode::FminS, 0, kMinusZero, kMinusZero},
                            {Opcode::FmaxS, kMinusZero, 0, 0},
                            {Opcode::FmaxS, 0, kMinusZero, 0},
                            {Opcode::FminS, kNan, kOne, kOne},
                            {Opcode::FmaxS, kOne, kNan, kOne},
                            {Opcode::FminS, kSignalling, kOne, kOne, kNv},
                            {Opcode::FmaxS, kSignalling, kNan, kNan, kNv},
                            {Opcode::FminS, 0xffff'ffff, 0x7fff'ffff, kNan},
                            {Opcode::FminS, kMinusInf, kOne, kMinusInf}};
  for (const Corner& corner : corners) {
    check(corner);
  }
}

TEST(FloatCompare, OnlyEqualIsQuiet) {
  const Corner corners[] = {
      {Opcode::FeqS, kNan, kNan, 0},      {Opcode::FeqS, kSignalling, kOne, 0, kNv},
      {Opcode::FltS, kNan, kOne, 0, kNv}, {Opcode::FleS, kOne, kNan, 0, kNv},
      {Opcode::FeqS, 0, kMinusZero, 1},   {Opcode::FleS, 0, kMinusZero, 1},
      {Opcode::FltS, kMinusZero, 0, 0},   {Opcode::FltS, bits(-2), bits(-1), 1}};
  for (const Corner& corner : corners) {
    check(corner);
  }
}

TEST(FloatSigns, ComeFromTheSecondOperandEvenForNans) {
  const Corner corners[] = {{Opcode::FsgnjS, kSignalling, kMinusZero, kSignalling | kMinusZero},
                            {Opcode::FsgnjnS, kOne, kOne, bits(-1)},
                            {Opcode::FsgnjxS, bits(-1), bits(-3), kOne},
                            {Opcode::FmvXW, kSignalling, 0, kSignalling},
                            {Opcode::FmvWX, kSignalling, 0, kSignalling}};
  for (const Corner& corner : corners) {
    check(corner);
  }
}

TEST(FloatClass, HasTenClasses) {
  const Corner corners[] = {
      {Opcode::FclassS, kMinusInf, 0, 1U << 0},   {Opcode::FclassS, bits(-1), 0, 1U << 1},
      {Opcode::FclassS, 0x8000'0001, 0, 1U << 2}, {Opcode::FclassS, kMinusZero, 0, 1U << 3},
      {Opcode::FclassS, 0, 0, 1U << 4},           {Opcode::FclassS, 1, 0, 1U << 5},
      {Opcode::FclassS, kOne, 0, 1U << 6},        {Opcode::FclassS, kInf, 0, 1U << 7},
      {Opcode::FclassS, kSignalling, 0, 1U << 8}, {Opcode::FclassS, kNan | kMinusZero, 0, 1U << 9}};
  for (const Corner& corner : corners) {
    check(corner);
  }
}

TEST(FloatToInteger, SaturatesAndRaisesInvalid) {
  constexpr std::uint32_t kMax = 0x7fff'ffff;
  const Corner corners[] = {{Opcode::FcvtWS, kNan, 0, kMax, kNv},
                            {Opcode::FcvtWS, kNan | kMinusZero, 0, kMax, kNv},
                            {Opcode::FcvtWS, kInf, 0, kMax, kNv},
                            {Opcode::FcvtWS, kMinusInf, 0, 0x8000'0000, kNv},
                            {Opcode::FcvtWS, bits(-2147483648.0F), 0, 0x8000'0000},
                            {Opcode::FcvtWS, bits(2147483648.0F), 0, kMax, kNv},
                            {Opcode::FcvtWuS, bits(-1), 0, 0, kNv},
                            {Opcode::FcvtWuS, bits(-0.5F), 0, 0, kNx},
                            {Opcode::FcvtWuS, kNan, 0, 0xffff'ffff, kNv},
                            {Opcode::FcvtWuS, bits(4294967296.0F), 0, 0xffff'ffff, kNv},
                            {Opcode::FcvtWuS, bits(3e9F), 0, 3'000'000'000}};
  for (const Corner& corner : corners) {
    check(corner);
  }
}

TEST(FloatToInteger, RoundsInEveryMode) {
  const float values[] = {2.5F, -2.5F, 3.5F, -0.7F};
  const std::int32_t expected[][5] = {// nearest even, toward zero, down, up, nearest away
                                      {2, 2, 2, 3, 3},
                                      {-2, -2, -3, -2, -3},
                                      {4, 3, 3, 4, 4},
                                      {-1, 0, -1, 0, -1}};
  for (unsigned i = 0; i < 4; ++i) {
    for (unsigned mode = 0; mode < 5; ++mode) {
      check({Opcode::FcvtWS, bits(values[i]), 0, static_cast<std::uint32_t>(expected[i][mode]), kNx,
             mode});
    }
  }
}

TEST(FloatRounding, HonoursEveryModeInArithmetic) {
  const std::uint32_t tiny = bits(0x1p-24F);  // half a unit of 1
  const std::uint32_t next = kOne + 1;
  for (unsigned mode = 0; mode < 5; ++mode) {
    const bool up = mode == 3 || mode == 4;
    check({Opcode::FaddS, kOne, tiny, up ? next : kOne, kNx, mode});
  }
  check({Opcode::FsubS, kOne, kOne, 0, 0, 0});
  check({Opcode::FsubS, kOne, kOne, kMinusZero, 0, 2});
}

TEST(FloatExceptions, OverflowUnderflowAndDivideByZero) {
  constexpr std::uint32_t kGreatest = 0x7f7f'ffff;
  constexpr std::uint32_t kLeastNormal = 0x0080'0000;
  const Corner corners[] = {{Opcode::FmulS, kGreatest, kGreatest, kInf, kOf | kNx},
                            {Opcode::FmulS, kGreatest, kGreatest, kGreatest, kOf | kNx, 1},
                            {Opcode::FmulS, kLeastNormal, bits(0.5F), 0x0040'0000},
                            {Opcode::FmulS, kLeastNormal + 1, bits(0.5F), 0x0040'0000, kUf | kNx},
                            {Opcode::FmulS, 0x00ff'ffff, bits(0.5F), kLeastNormal, kUf | kNx},
                            {Opcode::FdivS, kOne, kMinusZero, kMinusInf, kDz},
                            {Opcode::FdivS, kInf, 0, kInf},
                            {Opcode::FdivS, kOne, bits(3), bits(1.0F / 3.0F), kNx}};
  for (const Corner& corner : corners) {
    check(corner);
  }
}

TEST(FusedMultiplyAdd, RoundsOnceAndNegatesTheWholeProduct) {
  const std::uint32_t a = bits(1 + 0x1p-12F);
  const std::uint32_t square = bits((1 + 0x1p-12F) * (1 + 0x1p-12F));
  const auto run = [&](Opcode opcode, std::uint32_t c) {
    return number(execute_lane(instruction_of(opcode), a, a, c, 0, {}).value);
  };
  EXPECT_EQ(run(Opcode::FmsubS, square), 0x1p-24F);
  EXPECT_EQ(run(Opcode::FnmsubS, square), -0x1p-24F);
  EXPECT_EQ(run(Opcode::FmaddS, square ^ 0x8000'0000), 0x1p-24F);
  EXPECT_EQ(run(Opcode::FnmaddS, square ^ 0x8000'0000), -0x1p-24F);
}

TEST(FusedMultiplyAdd, InfinityTimesZeroIsInvalidEvenWithAQuietNan) {
  const LaneResult result = execute_lane(instruction_of(Opcode::FmaddS), kInf, 0, kNan, 0, {});
  EXPECT_EQ(result.value, kNan);
  EXPECT_EQ(result.flags, kNv);
}

TEST(NanBoxing, ReadsAnUnboxedSingleAsNan) {
  FloatTraits doubles;
  doubles.has_double = true;
  constexpr std::uint64_t kBox = 0xffff'ffff'0000'0000;
  const Instruction add = instruction_of(Opcode::FaddS);
  EXPECT_EQ(execute_lane(add, kOne, kBox, 0, 0, doubles).value, kBox | kNan);
  EXPECT_EQ(execute_lane(add, kBox | kOne, kBox, 0, 0, doubles).value, kBox | kOne);
  const Instruction move = instruction_of(Opcode::FmvXW);
  EXPECT_EQ(execute_lane(move, 0x1234'5678'9abc'def0, 0, 0, 0, doubles).value, 0x9abc'def0U);
}

TEST(ExtendedMath, IsTheDoubleResultRoundedOnce) {
  struct Function {
    Opcode opcode;
    double (*exact)(double);
  };
  const Function functions[] = {{Opcode::EmRsqrt, [](double x) { return 1 / std::sqrt(x); }},
                                {Opcode::EmSin, [](double x) { return std::sin(x); }},
                                {Opcode::EmCos, [](double x) { return std::cos(x); }},
                                {Opcode::EmExp, [](double x) { return std::exp(x); }},
                                {Opcode::EmExp2, [](double x) { return std::exp2(x); }},
                                {Opcode::EmLog, [](double x) { return std::log(x); }},
                                {Opcode::EmLog2, [](double x) { return std::log2(x); }}};
  for (const Function& function : functions) {
    for (int step = -40; step < 40; ++step) {
      const float x = std::pow(1.4F, static_cast<float>(step));
      const Instruction instruction = instruction_of(function.opcode);
      const float expected = static_cast<float>(function.exact(double{x}));
      EXPECT_EQ(execute_lane(instruction, bits(x), 0, 0, 0, {}).value, bits(expected));
    }
  }
  const Instruction power = instruction_of(Opcode::EmPow);
  EXPECT_EQ(number(execute_lane(power, bits(2), bits(-3), 0, 0, {}).value), 0.125F);
}

TEST(ExtendedMath, GivesCanonicalNansAndInfinities) {
  const Corner corners[] = {
      {Opcode::EmRsqrt, 0, 0, kInf},         {Opcode::EmRsqrt, kMinusZero, 0, kMinusInf},
      {Opcode::EmRsqrt, kInf, 0, 0},         {Opcode::EmRsqrt, bits(-1), 0, kNan},
      {Opcode::EmSin, kInf, 0, kNan},        {Opcode::EmLog, bits(-1), 0, kNan},
      {Opcode::EmLog, 0, 0, kMinusInf},      {Opcode::EmExp, kMinusInf, 0, 0},
      {Opcode::EmExp2, bits(1000), 0, kInf}, {Opcode::EmCos, 0xffff'ffff, 0, kNan}};
  for (const Corner& corner : corners) {
    check(corner);
  }
}

TEST(AtomicOperation, ComputesTheNewMemory) {
  const auto run = [](Opcode opcode) { return amo_result(opcode, 0xffff'fff0, 0x0000'00ff); };
  EXPECT_EQ(run(Opcode::AmoswapW), 0x0000'00ffU);
  EXPECT_EQ(run(Opcode::ScW), 0x0000'00ffU);
  EXPECT_EQ(run(Opcode::AmoaddW), 0x0000'00efU);
  EXPECT_EQ(run(Opcode::AmoxorW), 0xffff'ff0fU);
  EXPECT_EQ(run(Opcode::AmoandW), 0x0000'00f0U);
  EXPECT_EQ(run(Opcode::AmoorW), 0xffff'ffffU);
  EXPECT_EQ(run(Opcode::AmominW), 0xffff'fff0U);
  EXPECT_EQ(run(Opcode::AmomaxW), 0x0000'00ffU);
  EXPECT_EQ(run(Opcode::AmominuW), 0x0000'00ffU);
  EXPECT_EQ(run(Opcode::AmomaxuW), 0xffff'fff0U);
  EXPECT_EQ(run(Opcode::LrW), 0xffff'fff0U);
}

}  // namespace
}  // namespace lanefold
