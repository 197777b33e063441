// SPDX-License-Identifier: Apache-2.0
// Operands of all kinds: regions, indirect ones, immediates, modifiers, architecture registers.

#include "tests/gen8_alu/alu_bench.h"

namespace lanefold::gen8 {
namespace {

using Dwords = std::vector<std::uint32_t>;

/// Registers whose dword n, counted through all of them, is n.
Registers counting() {
  Registers registers;
  registers.control = kKeepAllDenormals;
  for (std::uint32_t n = 0; n < 1024; ++n) {
    put(registers, n / 8, n % 8, n);
  }
  return registers;
}

Dwords dwords(const Registers& registers, unsigned number, unsigned count) {
  Dwords result;
  for (unsigned n = 0; n < count; ++n) {
    result.push_back(get<std::uint32_t>(registers, number + n / 8, n % 8));
  }
  return result;
}

/// What a source of `count` elements delivers to a packed destination.
Dwords delivered(const Operand& source, unsigned count, Registers registers = counting()) {
  const Instruction move = make(Opcode::Mov, count, to(120, kUd), {source});
  run(move, registers);
  return dwords(registers, 120, count);
}

TEST(Gen8AluRegion, TakesRowsAndStrides) {
  EXPECT_EQ(delivered(general(1, kUd, {8, 8, 1}), 8), (Dwords{8, 9, 10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(delivered(general(1, kUd, {4, 4, 1}), 8), (Dwords{8, 9, 10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(delivered(general(1, kUd, {0, 1, 0}, 8), 4), (Dwords{10, 10, 10, 10}));
  EXPECT_EQ(delivered(general(1, kUd, {2, 2, 1}, 4), 4), (Dwords{9, 10, 11, 12}));
  EXPECT_EQ(delivered(general(1, kUd, {2, 1, 0}), 4), (Dwords{8, 10, 12, 14}));
  EXPECT_EQ(delivered(general(1, kUd, {4, 1, 0}), 4), (Dwords{8, 12, 16, 20}));
  EXPECT_EQ(delivered(general(1, kUd, {1, 1, 0}), 4), (Dwords{8, 9, 10, 11}));
  EXPECT_EQ(delivered(general(1, kUd, {1, 2, 0}), 8), (Dwords{8, 8, 9, 9, 10, 10, 11, 11}));
  EXPECT_EQ(delivered(general(1, kUd, {0, 2, 1}), 8), (Dwords{8, 9, 8, 9, 8, 9, 8, 9}));
  EXPECT_EQ(delivered(general(1, kUd, {8, 2, 4}), 4), (Dwords{8, 12, 16, 20}));
  EXPECT_EQ(delivered(general(1, kUw, {16, 8, 2}), 8), (Dwords{8, 9, 10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(delivered(general(1, DataType::Ub, {32, 8, 4}), 8),
            (Dwords{8, 9, 10, 11, 12, 13, 14, 15}));
}

TEST(Gen8AluRegion, TakesSixteenAndThirtyTwoChannels) {
  const Dwords sixteen = delivered(general(1, kUd, {16, 16, 1}), 16);
  const Dwords other_rows = delivered(general(1, kUd, {8, 8, 1}), 16);
  const Dwords all = delivered(general(1, kUd, {8, 8, 1}), 32);
  for (unsigned n = 0; n < 16; ++n) {
    EXPECT_EQ(sixteen[n], 8 + n);
    EXPECT_EQ(other_rows[n], 8 + n);
    EXPECT_EQ(all[16 + n], 24 + n);
  }
}

TEST(Gen8AluRegion, AddressesIndirectly) {
  Registers registers = counting();
  registers.address = {64, 100, 36, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4092};
  EXPECT_EQ(delivered(indirect(0, 0, kUd, {8, 8, 1}), 4, registers), (Dwords{16, 17, 18, 19}));
  EXPECT_EQ(delivered(indirect(1, -4, kUd, {2, 1, 0}), 4, registers), (Dwords{24, 26, 28, 30}));
  EXPECT_EQ(delivered(indirect(0, 8, kUd, {std::nullopt, 1, 0}), 2, registers), (Dwords{18, 27}));
  EXPECT_EQ(delivered(indirect(0, 0, kUd, {std::nullopt, 2, 1}), 4, registers),
            (Dwords{16, 17, 25, 26}));
  EXPECT_EQ(delivered(indirect(15, 0, kUd, kScalarRegion), 1, registers), (Dwords{1023}));
}

TEST(Gen8AluRegion, NeedsAddressesOnlyWhereChannelsExecute) {
  Registers registers = counting();
  registers.address = {64, 5000};
  const Instruction move =
      make(Opcode::Mov, 2, to(120, kUd), {indirect(0, 0, kUd, {std::nullopt, 1, 0})});
  EXPECT_EQ(operation_of(move)(move, registers, 1), 1U);
  EXPECT_EQ(get<std::uint32_t>(registers, 120), 16U);
  EXPECT_THROW(operation_of(move)(move, registers, 2), Error);
  EXPECT_THROW(general_operation_of(move)(move, registers, 2), Error);
  registers.address[1] = 4093;
  EXPECT_THROW(operation_of(move)(move, registers, 2), Error);
}

TEST(Gen8AluRegion, WritesWithStrides) {
  Registers registers = counting();
  run(make(Opcode::Mov, 4, to(20, kUw, 2, 2), {general(1, kUd)}), registers);
  EXPECT_EQ(dwords(registers, 20, 5),
            (Dwords{160 | 8 << 16, 161 | 9 << 16, 162 | 10 << 16, 163 | 11 << 16, 164}));
  run(make(Opcode::Mov, 4, to(21, DataType::Ub, 4, 1), {general(1, kUd)}), registers);
  EXPECT_EQ(dwords(registers, 21, 4),
            (Dwords{168 | 8 << 8, 169 | 9 << 8, 170 | 10 << 8, 171 | 11 << 8}));
  run(make(Opcode::Mov, 4, to(22, kUd, 2), {general(1, kUd)}), registers);
  EXPECT_EQ(dwords(registers, 22, 8), (Dwords{8, 177, 9, 179, 10, 181, 11, 183}));
}

TEST(Gen8AluRegion, WritesIndirectly) {
  Registers registers = counting();
  registers.address[3] = 20 * 32;
  Operand destination = indirect(3, 4, kUd, {0, 1, 1});
  run(make(Opcode::Mov, 2, destination, {general(1, kUd)}), registers);
  EXPECT_EQ(dwords(registers, 20, 4), (Dwords{160, 8, 9, 163}));
}

/// All sources are read before anything is written.
TEST(Gen8AluRegion, MayOverlapTheDestination) {
  for (const unsigned source : {9U, 10U, 11U}) {
    Registers registers = counting();
    run(make(Opcode::Add, 16, to(10, kUd), {general(source, kUd), immediate(1, kUd)}), registers);
    for (unsigned n = 0; n < 16; ++n) {
      EXPECT_EQ(get<std::uint32_t>(registers, 10, n), 8 * source + n + 1);
    }
  }
  Registers registers = counting();
  run(make(Opcode::Mov, 8, to(10, kUd), {general(10, kUd, kScalarRegion, 4)}), registers);
  EXPECT_EQ(dwords(registers, 10, 8), Dwords(8, 81));
  registers = counting();
  run(make(Opcode::Mov, 8, to(10, kUd), {general(10, kUw)}), registers);
  EXPECT_EQ(dwords(registers, 10, 8), (Dwords{80, 0, 81, 0, 82, 0, 83, 0}));
}

TEST(Gen8AluImmediate, HasEachType) {
  EXPECT_EQ(delivered(immediate(0x1234'5678, kUd), 2), (Dwords{0x1234'5678, 0x1234'5678}));
  EXPECT_EQ(delivered(immediate(0xfff0'fff0, DataType::W), 1), (Dwords{0xffff'fff0}));
  EXPECT_EQ(delivered(immediate(0xfff0'fff0, kUw), 1), (Dwords{0xfff0}));
}

/// Eight digits are those of eight words of the destination.
TEST(Gen8AluImmediate, HasPackedIntegersForEachWordOfTheDestination) {
  const auto moved = [](std::uint64_t bits, DataType type, unsigned stride) {
    Registers registers = counting();
    run(make(Opcode::Mov, 8, to(20, DataType::W, stride), {immediate(bits, type)}), registers);
    std::vector<std::int16_t> words;
    for (unsigned n = 0; n < 8; ++n) {
      words.push_back(get<std::int16_t>(registers, 20, n * stride));
    }
    return words;
  };
  using Words = std::vector<std::int16_t>;
  EXPECT_EQ(moved(0xfedc'ba98, DataType::Uv, 1), (Words{8, 9, 10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(moved(0x7654'80f1, DataType::V, 1), (Words{1, -1, 0, -8, 4, 5, 6, 7}));
  EXPECT_EQ(moved(0x0c08'0400, DataType::Uv, 2), (Words{0, 4, 8, 12, 0, 4, 8, 12}));
  EXPECT_EQ(delivered(immediate(0x0c08'0400, DataType::Uv), 4), (Dwords{0, 4, 8, 12}));
  EXPECT_EQ(delivered(immediate(0x400, DataType::Uv), 2), (Dwords{0, 4}));
}

TEST(Gen8AluImmediate, HasRestrictedFloats) {
  Registers registers = counting();
  run(make(Opcode::Mov, 8, to(20, DataType::F), {immediate(0x8000'b048, DataType::Vf)}), registers);
  const std::vector<float> expected = {3.0F, -1.0F, 0.0F, -0.0F, 3.0F, -1.0F, 0.0F, -0.0F};
  for (unsigned n = 0; n < expected.size(); ++n) {
    EXPECT_EQ(get<std::uint32_t>(registers, 20, n), bits_of(expected[n])) << n;
  }
}

TEST(Gen8AluImmediate, HasSixtyFourBits) {
  Registers registers = counting();
  run(make(Opcode::Mov, 2, to(20, DataType::Q), {immediate(0x8765'4321'0fed'cba9, DataType::Q)}),
      registers);
  EXPECT_EQ(get<std::uint64_t>(registers, 20, 1), 0x8765'4321'0fed'cba9U);
}

TEST(Gen8AluModifier, NegatesTakesMagnitudeAndComplements) {
  Registers registers;
  put_all<std::int32_t>(registers, 1, {5, -5, 0, INT32_MIN});
  const Operand source = general(1, DataType::D);
  Operand both = absolute(source);
  both.negate = true;
  EXPECT_EQ(delivered(negated(source), 4, registers), (Dwords{~4U, 5, 0, 0x8000'0000}));
  EXPECT_EQ(delivered(absolute(source), 4, registers), (Dwords{5, 5, 0, 0x8000'0000}));
  EXPECT_EQ(delivered(both, 4, registers), (Dwords{~4U, ~4U, 0, 0x8000'0000}));
  const Instruction logic =
      make(Opcode::And, 4, to(120, kUd), {complement(source), immediate(0xff, kUd)});
  run(logic, registers);
  EXPECT_EQ(dwords(registers, 120, 4), (Dwords{0xfa, 4, 0xff, 0xff}));
}

/// The negative of a value is exact: -(-2^31) is positive, and a negated ud below zero.
TEST(Gen8AluModifier, IsExact) {
  Registers registers;
  put_all<std::uint32_t>(registers, 1, {0x8000'0000, 1});
  const auto flag = [&registers](const Operand& source, Condition condition) {
    registers.flags[0] = 0;
    run(with(make(Opcode::Cmp, 2, null_of(DataType::D), {source, immediate(0, DataType::D)}),
             condition),
        registers);
    return registers.flags[0];
  };
  EXPECT_EQ(flag(negated(general(1, DataType::D)), Condition::Greater), 1U);
  EXPECT_EQ(flag(negated(general(1, kUd)), Condition::Less), 3U);
}

TEST(Gen8AluRegisters, ReadsAndWritesFlagsAsNumbers) {
  Registers registers;
  registers.flags = {0x1234'5678, 0x9abc'def0};
  EXPECT_EQ(delivered(architecture(RegisterFile::Flag, kUd, kScalarRegion, 0, 1), 1, registers),
            (Dwords{0x9abc'def0}));
  EXPECT_EQ(delivered(architecture(RegisterFile::Flag, kUw, kScalarRegion, 2), 1, registers),
            (Dwords{0x1234}));
  run(make(Opcode::Mov, 1, architecture(RegisterFile::Flag, kUw, {0, 1, 1}, 2, 1),
           {immediate(0x5555'5555, kUw)}),
      registers);
  EXPECT_EQ(registers.flags[1], 0x5555'def0U);
}

TEST(Gen8AluRegisters, ReadsAndWritesAddresses) {
  Registers registers = counting();
  run(make(Opcode::Add, 8, architecture(RegisterFile::Address, kUw, {0, 1, 1}),
           {general(1, kUw, {16, 8, 2}), immediate(1, kUw)}),
      registers);
  EXPECT_EQ(registers.address[0], 9);
  EXPECT_EQ(registers.address[7], 16);
  EXPECT_EQ(delivered(architecture(RegisterFile::Address, kUw, {8, 8, 1}), 2, registers),
            (Dwords{9, 10}));
}

TEST(Gen8AluRegisters, ReadsStateAndEnabledChannels) {
  Registers registers;
  registers.channel_enable = 0xabcd;
  registers.state = {1, 2, 3, 4};
  registers.control = 0x4c0;
  const Operand enabled = architecture(RegisterFile::ChannelEnable, kUd);
  EXPECT_EQ(delivered(enabled, 1, registers), (Dwords{0xabcd}));
  EXPECT_EQ(delivered(architecture(RegisterFile::State, kUd, kScalarRegion, 8), 1, registers),
            (Dwords{3}));
  EXPECT_EQ(delivered(architecture(RegisterFile::Control, kUd), 1, registers), (Dwords{0x4c0}));
  EXPECT_EQ(delivered(architecture(RegisterFile::Timestamp, kUd), 1, registers), (Dwords{0}));
  EXPECT_TRUE(reads_channel_enable(make(Opcode::Mov, 1, to(20, kUd), {enabled})));
  EXPECT_FALSE(reads_channel_enable(make(Opcode::Mov, 1, to(20, kUd), {immediate(0, kUd)})));
}

TEST(Gen8AluRegisters, RefusesModesOfControlThatItDoesNotHave) {
  const Operand control = architecture(RegisterFile::Control, kUd, {0, 1, 1});
  Registers registers;
  run(make(Opcode::Or, 1, control,
           {architecture(RegisterFile::Control, kUd), immediate(0x4f0, kUd)}),
      registers);
  EXPECT_EQ(registers.control, 0x4f0U);
  for (const std::uint32_t refused : {1U, 4U}) {
    const Instruction write = make(Opcode::Mov, 1, control, {immediate(refused, kUd)});
    EXPECT_THROW(operation_of(write)(write, registers, 1), Error);
  }
}

TEST(Gen8AluRegisters, DropsWhatGoesToNull) {
  Registers registers = counting();
  const Registers before = registers;
  run(make(Opcode::Mov, 8, null_of(kUd), {general(1, kUd)}), registers);
  EXPECT_EQ(registers.general, before.general);
}

}  // namespace
}  // namespace lanefold::gen8
