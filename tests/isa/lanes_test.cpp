// SPDX-License-Identifier: Apache-2.0
// The loops over lanes do in every active lane what execute_lane does, and nothing elsewhere: all
// opcodes, all widths, random masks, every variant that this host can run.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "decisions/isa/lane_variant.h"
#include "tests/support/isa_cases.h"
#include "tests/support/lane_file.h"

namespace lanefold {
namespace {

constexpr std::uint64_t kLanesSeed = 20090901;

std::vector<Opcode> lane_opcodes() {
  std::vector<Opcode> opcodes = opcodes_of(InstructionClass::Alu);
  const std::vector<Opcode> branches = opcodes_of(InstructionClass::Branch);
  opcodes.insert(opcodes.end(), branches.begin(), branches.end());
  return opcodes;
}

/// One instruction on one warp with random operands, before and after.
struct Trial {
  Instruction instruction;
  FloatTraits traits;
  unsigned width;
  LaneMask active;
  LaneFile before;
  LaneFile after;
  LaneMask taken;

  std::string describe(unsigned lane) const {
    return fmt::format("{} lane {} of {}, active {:#x}, has_double {}, reads_flags {}, seed {}",
                       disassemble(instruction), lane, width, active.bits(), traits.has_double,
                       traits.reads_flags, kLanesSeed);
  }
};

void fill(LaneFile& file, const Instruction& instruction, FloatTraits traits, unsigned width,
          std::mt19937_64& random) {
  const OpcodeInfo& info = opcode_info(instruction.opcode);
  for (unsigned lane = 0; lane < width; ++lane) {
    file.write(kSinkRow, lane, random());
    file.write(kTestRd, lane, random());
    file.write(kFloatRow + kTestRd, lane, random());
    file.set_rounding(lane, static_cast<std::uint8_t>(traits.writes_rounding ? random() % 5 : 0));
    std::uint64_t operands[3];
    for (unsigned i = 0; i < 3; ++i) {
      const char type = i < info.sources() ? info.signature[i + 1] : 'X';
      operands[i] =
          test_operand(type, random) & (traits.has_double ? ~std::uint64_t{0} : 0xffff'ffff);
    }
    file.set_operands(instruction, lane, operands);
  }
}

Trial run_trial(const Instruction& instruction, FloatTraits traits, LaneVariant variant,
                unsigned width, std::mt19937_64& random) {
  const LaneMask full = LaneMask::first(width);
  const LaneMask some(random());
  const LaneMask active = random() % 4 == 0 ? full : full & some;
  LaneFile before(width);
  fill(before, instruction, traits, width, random);
  Trial trial{instruction, traits, width, active, before, before, {}};
  const LaneFunction function = lane_function(instruction, traits, variant);
  trial.taken = function(instruction, trial.after.registers(), active);
  return trial;
}

LaneResult expected(const Trial& trial, unsigned lane) {
  const Instruction& i = trial.instruction;
  return execute_lane(i, trial.before.read(i.rs1, lane), trial.before.read(i.rs2, lane),
                      trial.before.read(i.rs3, lane), trial.before.rounding(lane), trial.traits);
}

void check_active(const Trial& trial, unsigned lane) {
  const LaneResult result = expected(trial, lane);
  const Instruction& instruction = trial.instruction;
  if (instruction.kind == InstructionClass::Branch) {
    ASSERT_EQ(trial.taken.test(lane), result.taken) << trial.describe(lane);
  } else {
    const std::uint64_t visible = trial.traits.has_double ? ~std::uint64_t{0} : 0xffff'ffff;
    ASSERT_EQ(trial.after.result(instruction, lane) & visible, result.value & visible)
        << trial.describe(lane);
  }
  if (trial.traits.reads_flags) {
    ASSERT_EQ(trial.after.flags(lane), result.flags) << trial.describe(lane);
  }
}

void check_inactive(const Trial& trial, unsigned lane) {
  for (unsigned row = 0; row < kRegisterRows; ++row) {
    ASSERT_EQ(trial.after.read(row, lane), trial.before.read(row, lane))
        << trial.describe(lane) << ", row " << row;
  }
  ASSERT_EQ(trial.after.flags(lane), 0) << trial.describe(lane);
  ASSERT_FALSE(trial.taken.test(lane)) << trial.describe(lane);
}

void check(const Trial& trial) {
  for (unsigned lane = 0; lane < trial.width; ++lane) {
    if (trial.active.test(lane)) {
      check_active(trial, lane);
    } else {
      check_inactive(trial, lane);
    }
  }
}

void check_opcode(Opcode opcode, FloatTraits traits, LaneVariant variant, std::mt19937_64& random) {
  for (const std::uint32_t word : test_words(opcode, random)) {
    for (const unsigned width : {1, 2, 4, 8, 15, 16, 17, 31, 32, 48, 63, 64}) {
      check(run_trial(decode(word, 0x1234'5678), traits, variant, width, random));
    }
  }
}

void check_all(FloatTraits traits) {
  for (const LaneVariant variant : lane_variants()) {
    std::mt19937_64 random(kLanesSeed);
    for (const Opcode opcode : lane_opcodes()) {
      if (traits.has_double || !opcode_info(opcode).mentions('D')) {
        check_opcode(opcode, traits, variant, random);
      }
    }
  }
}

TEST(LaneFunction, MatchesTheSingleLaneInEveryActiveLane) { check_all({}); }

TEST(LaneFunction, KeepsSinglesBoxedInProgramsWithDoubles) {
  FloatTraits traits;
  traits.has_double = true;
  check_all(traits);
}

TEST(LaneFunction, AccumulatesFlagsPerLaneWhereTheyAreRead) {
  FloatTraits traits;
  traits.reads_flags = true;
  check_all(traits);
  traits.has_double = true;
  check_all(traits);
}

TEST(LaneFunction, RoundsEachLaneInItsOwnModeWhereItIsWritten) {
  FloatTraits traits;
  traits.writes_rounding = true;
  check_all(traits);
  traits.has_double = true;
  traits.reads_flags = true;
  check_all(traits);
}

TEST(LaneFunction, ReadsOperandsBeforeItWritesTheirRow) {
  const Instruction instruction = decode(0x00a5'0533, 0);  // add a0, a0, a0
  for (const LaneVariant variant : lane_variants()) {
    LaneFile file(64);
    for (unsigned lane = 0; lane < 64; ++lane) {
      file.write(10, lane, lane);
    }
    lane_function(instruction, {}, variant)(instruction, file.registers(), LaneMask::first(64));
    for (unsigned lane = 0; lane < 64; ++lane) {
      ASSERT_EQ(file.read(10, lane), 2 * lane);
    }
  }
}

TEST(LaneFunction, WritesToTheZeroRegisterGoToTheSink) {
  const Instruction instruction = decode(0x0070'0013, 0);  // addi zero, zero, 7
  LaneFile file(16);
  lane_function(instruction, {})(instruction, file.registers(), LaneMask::first(16));
  EXPECT_EQ(file.read(0, 3), 0U);
  EXPECT_EQ(file.read(kSinkRow, 3), 7U);
}

TEST(LaneFunction, OnlyComputingInstructionsAndBranchesHaveOne) {
  std::mt19937_64 random(kLanesSeed);
  for (std::size_t i = 0; i < kOpcodeCount; ++i) {
    const auto opcode = static_cast<Opcode>(i);
    const InstructionClass kind = opcode_info(opcode).kind;
    const Instruction instruction = decode(test_word(opcode, 0, random), 0);
    const bool computes = kind == InstructionClass::Alu || kind == InstructionClass::Branch;
    EXPECT_EQ(lane_function(instruction, {}) != nullptr, computes) << disassemble(instruction);
  }
}

TEST(ExecuteLane, NeedsNoBoxesInProgramsWithoutDoubles) {
  std::mt19937_64 random(kLanesSeed);
  FloatTraits doubles;
  doubles.has_double = true;
  for (const Opcode opcode : opcodes_of(InstructionClass::Alu)) {
    if (!opcode_info(opcode).is_float() || opcode_info(opcode).mentions('D')) {
      continue;
    }
    for (const std::uint32_t word : test_words(opcode, random)) {
      const Instruction instruction = decode(word, 0);
      const auto a = static_cast<std::uint32_t>(test_operand('S', random));
      const auto b = static_cast<std::uint32_t>(test_operand('S', random));
      const auto c = static_cast<std::uint32_t>(test_operand('S', random));
      constexpr std::uint64_t kBox = 0xffff'ffff'0000'0000;
      const LaneResult plain = execute_lane(instruction, a, b, c, 1, {});
      const LaneResult boxed = execute_lane(instruction, a | kBox, b | kBox, c | kBox, 1, doubles);
      EXPECT_EQ(plain.value, boxed.value & 0xffff'ffff) << disassemble(instruction);
      EXPECT_EQ(plain.flags, boxed.flags) << disassemble(instruction);
    }
  }
}

}  // namespace
}  // namespace lanefold
