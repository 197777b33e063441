// SPDX-License-Identifier: Apache-2.0
// Predicates of all forms, flags of all places, and which channels change.

#include "tests/gen8_alu/alu_bench.h"

namespace lanefold::gen8 {
namespace {

constexpr std::uint32_t kFlag = 0x8f03'00f1;

struct PredicateCase {
  PredicateControl control;
  ChannelMask expected;  ///< of 32 channels
};

constexpr PredicateCase kForms[] = {
    {PredicateControl::None, 0xffff'ffff},   {PredicateControl::Sequential, kFlag},
    {PredicateControl::Any2h, 0xcf03'00f3},  {PredicateControl::All2h, 0x0f03'00f0},
    {PredicateControl::Any4h, 0xff0f'00ff},  {PredicateControl::All4h, 0x0f00'00f0},
    {PredicateControl::Any8h, 0xffff'00ff},  {PredicateControl::All8h, 0},
    {PredicateControl::Any16h, 0xffff'ffff}, {PredicateControl::All16h, 0},
    {PredicateControl::Any32h, 0xffff'ffff}, {PredicateControl::All32h, 0},
    {PredicateControl::AnyV, 0x8f03'0cf1},   {PredicateControl::AllV, 0x0001'0010},
};

Instruction move_of(unsigned size) {
  return make(Opcode::Mov, size, to(20, DataType::Ud), {general(10, DataType::Ud)});
}

TEST(Gen8AluPredicate, HasAllForms) {
  Registers registers;
  registers.flags = {kFlag, 0x0001'0c10};
  for (const PredicateCase& form : kForms) {
    const Instruction plain = predicated(move_of(32), form.control);
    EXPECT_EQ(predicate_of(plain, registers, ~0U), form.expected) << static_cast<int>(form.control);
    if (form.control != PredicateControl::None) {
      const Instruction inverted = predicated(move_of(32), form.control, true);
      EXPECT_EQ(predicate_of(inverted, registers, ~0U), ~form.expected);
      EXPECT_EQ(predicate_of(inverted, registers, 0xff00), ~form.expected & 0xff00);
    }
  }
}

TEST(Gen8AluPredicate, HoldsForAllOfAGroupOnlyWithAllBits) {
  Registers registers;
  registers.flags = {0xffff'ff00, 0};
  EXPECT_EQ(predicate_of(predicated(move_of(32), PredicateControl::All8h), registers, ~0U),
            0xffff'ff00);
  EXPECT_EQ(predicate_of(predicated(move_of(32), PredicateControl::All16h), registers, ~0U),
            0xffff'0000);
  registers.flags[0] = ~0U;
  EXPECT_EQ(predicate_of(predicated(move_of(32), PredicateControl::All32h), registers, ~0U), ~0U);
}

/// Channel 0 of a scalar jump or move sees the flags of all channels of its group.
TEST(Gen8AluPredicate, LooksAtBitsOfDisabledChannels) {
  Registers registers;
  registers.flags[0] = 0x8000;
  EXPECT_EQ(predicate_of(predicated(move_of(1), PredicateControl::Any16h), registers, 1), 1U);
  EXPECT_EQ(predicate_of(predicated(move_of(1), PredicateControl::Any8h), registers, 1), 0U);
}

TEST(Gen8AluPredicate, TakesTheFlagThatIsNamed) {
  Registers registers;
  registers.flags = {0x0004'0001, 0x0010'0002};
  Instruction move = predicated(move_of(16), PredicateControl::Sequential);
  EXPECT_EQ(predicate_of(move, registers, 0xffff), 0x1U);
  move.flag_subregister = 1;
  EXPECT_EQ(predicate_of(move, registers, 0xffff), 0x4U);
  move.flag_register = 1;
  EXPECT_EQ(predicate_of(move, registers, 0xffff), 0x10U);
  move.flag_subregister = 0;
  EXPECT_EQ(predicate_of(move, registers, 0xffff), 0x2U);
}

/// The second half of SIMD32 has the upper half of the register.
TEST(Gen8AluPredicate, CountsBitsByChannel) {
  Registers registers;
  registers.flags[0] = 0x00f0'0000;
  Instruction move = predicated(move_of(16), PredicateControl::Sequential);
  move.channel_offset = 16;
  put_all<std::uint32_t>(registers, 10, {0, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(run(move, registers), 0x00f0'0000U);
  EXPECT_EQ(get<std::uint32_t>(registers, 20, 3), 0U);
  EXPECT_EQ(get<std::uint32_t>(registers, 20, 4), 4U);
}

TEST(Gen8AluFlag, ChangesWhereChannelsExecute) {
  Registers registers;
  registers.flags = {0, 0xffff'ffff};
  Instruction compare = with(make(Opcode::Cmp, 8, null_of(DataType::D),
                                  {general(10, DataType::D), immediate(0, DataType::D)}),
                             Condition::Greater);
  compare.flag_register = 1;
  compare.flag_subregister = 1;
  compare.channel_offset = 8;
  put_all<std::int32_t>(registers, 10, {1, -1, 1, -1, 1, -1, 1, -1});
  EXPECT_EQ(operation_of(compare)(compare, registers, 0x3f00), 0x3f00U);
  EXPECT_EQ(registers.flags[0], 0U);
  EXPECT_EQ(registers.flags[1], 0xd5ff'ffffU);
}

TEST(Gen8AluFlag, MayBePredicateAndResultAtOnce) {
  Registers registers;
  registers.flags[0] = 0x0f;
  const Instruction compare =
      predicated(with(make(Opcode::Cmp, 8, null_of(DataType::Ud),
                           {general(10, DataType::Ud), immediate(2, DataType::Ud)}),
                      Condition::Less),
                 PredicateControl::Sequential);
  put_all<std::uint32_t>(registers, 10, {0, 1, 2, 3, 0, 0, 0, 0});
  EXPECT_EQ(run(compare, registers), 0x0fU);
  EXPECT_EQ(registers.flags[0], 0x03U);
}

TEST(Gen8AluPredicate, ChoosesOfSelAndExecutesAll) {
  Registers registers;
  registers.flags[0] = 0x05;
  const Instruction select = predicated(make(Opcode::Sel, 8, to(20, DataType::D),
                                             {general(10, DataType::D), general(11, DataType::D)}),
                                        PredicateControl::Sequential);
  put_all<std::int32_t>(registers, 10, {1, 2, 3, 4, 5, 6, 7, 8});
  put_all<std::int32_t>(registers, 11, {-1, -2, -3, -4, -5, -6, -7, -8});
  EXPECT_EQ(operation_of(select)(select, registers, 0x7f), 0x7fU);
  const std::vector<std::int32_t> expected = {1, -2, 3, -4, -5, -6, -7, 0};
  for (unsigned n = 0; n < expected.size(); ++n) {
    EXPECT_EQ(get<std::int32_t>(registers, 20, n), expected[n]);
  }
}

}  // namespace
}  // namespace lanefold::gen8
