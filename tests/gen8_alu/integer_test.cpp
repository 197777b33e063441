// SPDX-License-Identifier: Apache-2.0
// Integer opcodes with exact values.

#include "tests/gen8_alu/alu_bench.h"

namespace lanefold::gen8 {
namespace {

struct IntegerCase {
  Opcode opcode;
  DataType type;  ///< of the result
  std::vector<Typed> sources;
  std::uint64_t expected;  ///< with zeros above the result's bits
};

const std::vector<IntegerCase>& cases() {
  static const std::vector<IntegerCase> kCases = {
      {Opcode::Mov, kUd, {{0xffff'fff0, kD}}, 0xffff'fff0},
      {Opcode::Mov, kQ, {{0xffff'fff0, kD}}, 0xffff'ffff'ffff'fff0},
      {Opcode::Mov, kQ, {{0xffff'fff0, kUd}}, 0xffff'fff0},
      {Opcode::Mov, DataType::B, {{0x1234'5678, kD}}, 0x78},
      {Opcode::Mov, kD, {{0x80, DataType::B}}, 0xffff'ff80},
      {Opcode::Mov, kD, {{0x80, DataType::Ub}}, 0x80},
      {Opcode::Not, kUd, {{0x0f0f'0f0f, kUd}}, 0xf0f0'f0f0},
      {Opcode::Not, kUd, {{0x0f0f, kUw}}, 0xffff'f0f0},
      {Opcode::And, kD, {{0xffff, kUw}, {0x8001, kW}}, 0x8001},
      {Opcode::And, kUd, {{0xff00'ff00, kUd}, {0x0ff0'0ff0, kUd}}, 0x0f00'0f00},
      {Opcode::And, kUd, {{0xffff'ffff, kUd}, {0x8000, kW}}, 0xffff'8000},
      {Opcode::Or, kUd, {{0xff00'ff00, kUd}, {0x0ff0'0ff0, kUd}}, 0xfff0'fff0},
      {Opcode::Xor, kUq, {{~0ULL, kUq}, {0x0ff0'0ff0, kUd}}, 0xffff'ffff'f00f'f00f},
      {Opcode::Shl, kUd, {{0x8000'0001, kUd}, {4, kUd}}, 0x10},
      {Opcode::Shl, kUd, {{1, kUd}, {33, kUd}}, 2},
      {Opcode::Shl, kQ, {{1, kD}, {32, kD}}, 0x1'0000'0000},
      {Opcode::Shl, kQ, {{0xffff'ffff, kD}, {33, kD}}, 0xffff'fffe'0000'0000},
      {Opcode::Shl, kD, {{1, kQ}, {32, kD}}, 0},
      {Opcode::Shl, kQ, {{1, kQ}, {65, kD}}, 2},
      {Opcode::Shl, kUw, {{1, kUw}, {16, kUw}}, 0},
      {Opcode::Shr, kUd, {{0x8000'0000, kD}, {31, kUd}}, 1},
      {Opcode::Shr, kUd, {{0x8000'0000, kUd}, {63, kUd}}, 1},
      {Opcode::Shr, kUw, {{0xfff0, kW}, {4, kUw}}, 0x0fff},
      {Opcode::Shr, kUd, {{0xfff0, kW}, {4, kUd}}, 0x0fff'ffff},
      {Opcode::Shr, kUq, {{~0ULL, kQ}, {60, kUd}}, 15},
      {Opcode::Asr, kD, {{0x8000'0000, kD}, {31, kUd}}, 0xffff'ffff},
      {Opcode::Asr, kD, {{0x8000'0000, kUd}, {31, kUd}}, 1},
      {Opcode::Asr, kQ, {{0x8000'0000'0000'0000, kQ}, {63, kUd}}, ~0ULL},
      {Opcode::Asr, kW, {{0xfff0, kW}, {2, kUw}}, 0xfffc},
      {Opcode::Add, kD, {{0x7fff'ffff, kD}, {1, kD}}, 0x8000'0000},
      {Opcode::Add, kQ, {{0x7fff'ffff, kD}, {1, kD}}, 0x8000'0000},
      {Opcode::Add, kUq, {{0xffff'ffff, kUd}, {0xffff'ffff, kUd}}, 0x1'ffff'fffe},
      {Opcode::Add, kD, {{5, kUd}, {0xfffe, kW}}, 3},
      {Opcode::Mul, kD, {{0x1'0001, kD}, {0x1'0001, kD}}, 0x2'0001},
      {Opcode::Mul, kUq, {{~0U, kUd}, {~0U, kUd}}, 0xffff'fffe'0000'0001},
      {Opcode::Mul, kQ, {{~0U, kD}, {~0U, kUd}}, 0xffff'ffff'0000'0001},
      {Opcode::Mul, kD, {{0xffff'fffe, kD}, {3, kUw}}, 0xffff'fffa},
      {Opcode::Avg, kD, {{3, kD}, {4, kD}}, 4},
      {Opcode::Avg, kUd, {{~0U, kUd}, {~0U, kUd}}, ~0U},
      {Opcode::Avg, kD, {{0xffff'fffd, kD}, {0xffff'fffc, kD}}, 0xffff'fffd},
      {Opcode::Mad, kD, {{7, kD}, {0xffff'ffff, kD}, {5, kD}}, 2},
      {Opcode::Mach, kUd, {{~0U, kUd}, {~0U, kUd}}, 0xffff'fffe},
      {Opcode::Mach, kD, {{0x8000'0000, kD}, {2, kD}}, 0xffff'ffff},
      {Opcode::Bfrev, kUd, {{0x8000'0003, kUd}}, 0xc000'0001},
      {Opcode::Bfrev, kD, {{0x4000'0001, kD}}, 0x8000'0002},
      {Opcode::Bfe, kUd, {{4, kUd}, {8, kUd}, {0xabcd, kUd}}, 0xb},
      {Opcode::Bfe, kD, {{4, kD}, {8, kD}, {0xabcd, kD}}, 0xffff'fffb},
      {Opcode::Bfe, kD, {{0, kD}, {8, kD}, {0xabcd, kD}}, 0},
      {Opcode::Bfe, kUd, {{16, kUd}, {24, kUd}, {0x8100'0000, kUd}}, 0x81},
      {Opcode::Bfe, kD, {{16, kD}, {24, kD}, {0x8100'0000, kD}}, 0xffff'ff81},
      {Opcode::Bfi1, kUd, {{4, kUd}, {8, kUd}}, 0xf00},
      {Opcode::Bfi1, kUd, {{32, kUd}, {0, kUd}}, 0},
      {Opcode::Bfi2, kUd, {{0x0ff0, kUd}, {0x1234, kUd}, {0xabcd, kUd}}, 0xa23d},
      {Opcode::Lzd, kUd, {{0x0001'0000, kUd}}, 15},
      {Opcode::Lzd, kUd, {{0, kUd}}, 32},
      {Opcode::Fbh, kUd, {{0x0001'0000, kUd}}, 15},
      {Opcode::Fbh, kUd, {{0, kUd}}, ~0U},
      {Opcode::Fbh, kD, {{0xfffe'0000, kD}}, 15},
      {Opcode::Fbh, kD, {{~0U, kD}}, ~0U},
      {Opcode::Fbl, kUd, {{0x0001'0000, kUd}}, 16},
      {Opcode::Fbl, kUd, {{0, kUd}}, ~0U},
      {Opcode::Fbl, kUd, {{0x8000, kUw}}, 15},
      {Opcode::Cbit, kUd, {{0xf0f0'0001, kUd}}, 9},
      {Opcode::Cbit, kUd, {{0xff, DataType::Ub}}, 8},
  };
  return kCases;
}

TEST(Gen8AluInteger, HasTheValueOfEachOpcode) {
  for (const IntegerCase& example : cases()) {
    EXPECT_EQ(result_of(example.opcode, example.type, example.sources), example.expected)
        << opcode_info(example.opcode).text << " " << std::hex << example.sources[0].bits;
  }
}

std::uint64_t saturated_result(Opcode opcode, DataType type, const std::vector<Typed>& values) {
  Instruction instruction = saturated(make(opcode, 1, to(20, type), {}));
  for (const Typed& value : values) {
    instruction.sources.at(instruction.source_count) =
        scalar(10 + 2U * instruction.source_count, value.type);
    ++instruction.source_count;
  }
  Registers registers = with_sources(values);
  run(instruction, registers);
  return get<std::uint64_t>(registers, 20);
}

TEST(Gen8AluInteger, SaturatesToTheResultsType) {
  EXPECT_EQ(saturated_result(Opcode::Add, kD, {{0x7fff'ffff, kD}, {1, kD}}), 0x7fff'ffffU);
  EXPECT_EQ(saturated_result(Opcode::Add, kD, {{0x8000'0000, kD}, {~0U, kD}}), 0x8000'0000U);
  EXPECT_EQ(saturated_result(Opcode::Add, kUd, {{~0U, kUd}, {1, kUd}}), ~0U);
  EXPECT_EQ(saturated_result(Opcode::Add, kUd, {{3, kUd}, {~4U, kD}}), 0U);
  EXPECT_EQ(saturated_result(Opcode::Add, kUq, {{~0ULL, kUq}, {1, kUd}}), ~0ULL);
  EXPECT_EQ(saturated_result(Opcode::Add, kQ, {{INT64_MAX, kQ}, {1, kQ}}),
            std::uint64_t{INT64_MAX});
  EXPECT_EQ(saturated_result(Opcode::Mov, DataType::Ub, {{300, kD}}), 255U);
  EXPECT_EQ(saturated_result(Opcode::Mov, DataType::B, {{0xffff'ff00, kD}}), 0x80U);
  EXPECT_EQ(saturated_result(Opcode::Mul, kW, {{0x100, kW}, {0x100, kW}}), 0x7fffU);
  EXPECT_EQ(saturated_result(Opcode::Shl, kUd, {{0x8000'0000, kUd}, {1, kUd}}), ~0U);
}

TEST(Gen8AluInteger, SelectsMinimumAndMaximum) {
  EXPECT_EQ(result_of(Opcode::Sel, kD, {{~0U, kD}, {1, kD}}, Condition::Less), ~0U);
  EXPECT_EQ(result_of(Opcode::Sel, kUd, {{~0U, kUd}, {1, kUd}}, Condition::Less), 1U);
  EXPECT_EQ(result_of(Opcode::Sel, kD, {{~0U, kD}, {1, kD}}, Condition::GreaterEqual), 1U);
  EXPECT_EQ(result_of(Opcode::Sel, kQ, {{~0ULL, kQ}, {1, kQ}}, Condition::GreaterEqual), 1U);
  EXPECT_EQ(result_of(Opcode::Sel, kUq, {{~0ULL, kUq}, {1, kUq}}, Condition::GreaterEqual), ~0ULL);
  EXPECT_EQ(result_of(Opcode::Sel, kD, {{~0U, kD}, {1, kD}}, Condition::LessEqual), ~0U);
  EXPECT_EQ(result_of(Opcode::Sel, kD, {{~0U, kD}, {1, kD}}, Condition::Greater), 1U);
}

/// The result of cmp, all ones or zeros, of two values.
std::uint64_t compared(Condition condition, DataType type, Typed a, Typed b) {
  return result_of(Opcode::Cmp, type, {a, b}, condition);
}

TEST(Gen8AluInteger, ComparesByEachSourcesType) {
  EXPECT_EQ(compared(Condition::Less, kD, {~0U, kD}, {0, kD}), ~0U);
  EXPECT_EQ(compared(Condition::Less, kD, {~0U, kUd}, {0, kD}), 0U);
  EXPECT_EQ(compared(Condition::Greater, kD, {~0U, kUd}, {~0U, kD}), ~0U);
  EXPECT_EQ(compared(Condition::Greater, kUq, {~0ULL, kUq}, {1, kUq}), ~0ULL);
  EXPECT_EQ(compared(Condition::Greater, kQ, {~0ULL, kQ}, {1, kQ}), 0U);
  EXPECT_EQ(compared(Condition::Equal, DataType::F, {3, kD}, {3, kD}), ~0U);
  EXPECT_EQ(compared(Condition::NotEqual, kW, {3, kD}, {4, kD}), 0xffffU);
  EXPECT_EQ(compared(Condition::GreaterEqual, DataType::Ub, {4, kD}, {4, kD}), 0xffU);
  EXPECT_EQ(compared(Condition::LessEqual, kD, {5, kD}, {4, kD}), 0U);
}

/// Flag of an operation on one channel.
bool flag_of_operation(Opcode opcode, DataType type, const std::vector<Typed>& values,
                       Condition condition, bool saturates = false) {
  Instruction instruction = with(make(opcode, 1, to(20, type), {}), condition);
  for (const Typed& value : values) {
    instruction.sources.at(instruction.source_count) =
        scalar(10 + 2U * instruction.source_count, value.type);
    ++instruction.source_count;
  }
  instruction.saturate = saturates;
  Registers registers = with_sources(values);
  run(instruction, registers);
  return registers.flags[0] != 0;
}

TEST(Gen8AluInteger, SetsFlagsFromTheWrittenResult) {
  EXPECT_TRUE(flag_of_operation(Opcode::And, kUd, {{6, kUd}, {1, kUd}}, Condition::Equal));
  EXPECT_TRUE(flag_of_operation(Opcode::Add, kUd, {{~0U, kUd}, {1, kUd}}, Condition::Equal));
  EXPECT_TRUE(flag_of_operation(Opcode::Add, kD, {{INT32_MAX, kD}, {1, kD}}, Condition::Less));
  EXPECT_FALSE(
      flag_of_operation(Opcode::Add, kD, {{INT32_MAX, kD}, {1, kD}}, Condition::Less, true));
  EXPECT_TRUE(flag_of_operation(Opcode::Add, kD, {{INT32_MAX, kD}, {1, kD}}, Condition::Overflow));
  EXPECT_TRUE(
      flag_of_operation(Opcode::Add, kD, {{INT32_MAX, kD}, {1, kD}}, Condition::Overflow, true));
  EXPECT_FALSE(flag_of_operation(Opcode::Add, kD, {{5, kD}, {1, kD}}, Condition::Overflow));
  EXPECT_TRUE(flag_of_operation(Opcode::Mov, DataType::B, {{0x100, kD}}, Condition::Equal));
  EXPECT_FALSE(flag_of_operation(Opcode::Mov, kD, {{0x100, kD}}, Condition::Equal));
}

TEST(Gen8AluInteger, MultipliesHighByAnAccumulator) {
  Registers registers;
  put_all<std::uint32_t>(registers, 10, {0x8765'4321, 0xffff'ffff});
  put_all<std::uint32_t>(registers, 12, {0xcccc'cccd, 0xffff'ffff});
  const Operand accumulator = architecture(RegisterFile::Accumulator, kUd, {0, 1, 1});
  Instruction low =
      make(Opcode::Mul, 2, accumulator, {general(10, kUd), general(12, kUw, {2, 1, 0})});
  Instruction high = make(Opcode::Mach, 2, to(20, kUd), {general(10, kUd), general(12, kUd)});
  high.writes_accumulator = true;
  low.channel_offset = high.channel_offset = 8;
  run(low, registers);
  EXPECT_EQ(registers.accumulator[8], 0x8765'4321ULL * 0xcccd);
  run(high, registers);
  EXPECT_EQ(get<std::uint32_t>(registers, 20, 0), 0x6c51'0280U);
  EXPECT_EQ(get<std::uint32_t>(registers, 20, 1), 0xffff'fffeU);
  Operand rest = architecture(RegisterFile::Accumulator, kUd, kPackedRegion);
  Instruction move = make(Opcode::Mov, 2, to(21, kUd), {rest});
  move.channel_offset = 8;
  run(move, registers);
  EXPECT_EQ(get<std::uint32_t>(registers, 21, 0), 0x8765'4321U * 0xcccc'cccdU);
  EXPECT_EQ(get<std::uint32_t>(registers, 21, 1), 1U);
}

TEST(Gen8AluInteger, AccumulatesProducts) {
  Registers registers;
  registers.accumulator[0] = 100;
  put<std::int32_t>(registers, 10, 0, -3);
  put<std::int32_t>(registers, 12, 0, 7);
  Instruction accumulate = make(Opcode::Mac, 1, to(20, kD), {scalar(10, kD), scalar(12, kD)});
  accumulate.writes_accumulator = true;
  run(accumulate, registers);
  EXPECT_EQ(get<std::int32_t>(registers, 20), 79);
  EXPECT_EQ(registers.accumulator[0], 79U);
}

TEST(Gen8AluInteger, CarriesAndBorrows) {
  Registers registers;
  put_all<std::uint32_t>(registers, 10, {~0U, 5, 0});
  put_all<std::uint32_t>(registers, 12, {2, 3, 1});
  Instruction add = make(Opcode::Addc, 2, to(20, kUd), {general(10, kUd), general(12, kUd)});
  add.writes_accumulator = true;
  run(add, registers);
  EXPECT_EQ(get<std::uint32_t>(registers, 20, 0), 1U);
  EXPECT_EQ(get<std::uint32_t>(registers, 20, 1), 8U);
  EXPECT_EQ(registers.accumulator[0], 1U);
  EXPECT_EQ(registers.accumulator[1], 0U);
  Instruction subtract = make(Opcode::Subb, 4, to(20, kUd), {general(10, kUd), general(12, kUd)});
  subtract.writes_accumulator = true;
  run(subtract, registers);
  EXPECT_EQ(get<std::uint32_t>(registers, 20, 1), 2U);
  EXPECT_EQ(get<std::uint32_t>(registers, 20, 2), ~0U);
  EXPECT_EQ(registers.accumulator[1], 0U);
  EXPECT_EQ(registers.accumulator[2], 1U);
}

/// Channel n moves to element n of the destination where bit n is set.
TEST(Gen8AluInteger, ScattersMoves) {
  Registers registers;
  put_all<std::uint32_t>(registers, 10, {11, 12, 13, 14});
  registers.address[5] = 20 * 32;
  const Instruction move = make(Opcode::Smov, 4, indirect(5, 0, kUd, {0, 1, 1}),
                                {general(10, kUd), immediate(0x5, kUd)});
  EXPECT_EQ(operation_of(move)(move, registers, 0x7), 0x5U);
  EXPECT_EQ(get<std::uint32_t>(registers, 20, 0), 11U);
  EXPECT_EQ(get<std::uint32_t>(registers, 20, 1), 0U);
  EXPECT_EQ(get<std::uint32_t>(registers, 20, 2), 13U);
  EXPECT_EQ(operation_of(move)(move, registers, 0x2), 0U);
}

TEST(Gen8AluInteger, ConvertsWhereItScatters) {
  Registers registers;
  registers.control = kKeepAllDenormals;
  put_all<std::int32_t>(registers, 10, {-1, 2});
  const Instruction move =
      make(Opcode::Smov, 2, to(20, kF), {negated(general(10, kD)), immediate(0x3, kUd)});
  EXPECT_EQ(run(move, registers), 0x3U);
  EXPECT_EQ(get<float>(registers, 20, 0), 1.0F);
  EXPECT_EQ(get<float>(registers, 20, 1), -2.0F);
}

TEST(Gen8AluInteger, DoesNothingForNopAndWait) {
  Registers registers;
  const Registers before = registers;
  Instruction nop;
  nop.opcode = Opcode::Nop;
  Instruction wait = make(Opcode::Wait, 1, null_of(kUd), {});
  EXPECT_EQ(run(nop, registers), 1U);
  EXPECT_EQ(run(wait, registers), 1U);
  EXPECT_EQ(before.general, registers.general);
}

}  // namespace
}  // namespace lanefold::gen8
