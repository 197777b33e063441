// SPDX-License-Identifier: Apache-2.0
// The class of a result, held against lanes that have such operands.
#include "analysis/uniformity/alu_uniformity.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "decisions/isa/lane_execute.h"
#include "decisions/isa/opcode_table.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kAluLanes = 16;

Operand uniform(std::optional<std::uint32_t> number = {}) {
  return {Uniformity::uniform(), number};
}
Operand affine(std::optional<std::uint32_t> stride) { return {Uniformity::affine(stride), {}}; }

std::string result(Opcode opcode, const Operand& a, const Operand& b = {}, int imm = 0) {
  return alu_uniformity(decode(encode(opcode, {3, 1, 2, 0, imm}), 0), {a, b, {}}, kAluLanes).text();
}
/// Lanes that add multiples of a stride to a base whose lowest bits are 0.
Operand aligned(std::uint32_t stride, unsigned zero_bits) {
  return {Uniformity::affine(stride).with_zero_bits(zero_bits), {}};
}

TEST(AluUniformity, KeepsTrackOfStrides) {
  EXPECT_EQ(result(Opcode::Addi, affine(4), {}, 7), "affine 4");
  EXPECT_EQ(result(Opcode::Add, affine(4), affine(3)), "affine 7");
  EXPECT_EQ(result(Opcode::Sub, affine(4), affine(4)), "uniform");
  EXPECT_EQ(result(Opcode::Sub, affine({}), affine({})), "affine");
  EXPECT_EQ(result(Opcode::Slli, affine(3), {}, 2), "affine 12");
  EXPECT_EQ(result(Opcode::Sh2add, affine(1), affine(5)), "affine 9");
  EXPECT_EQ(result(Opcode::Mul, affine(3), uniform(5)), "affine 15");
  EXPECT_EQ(result(Opcode::Mul, uniform(5), affine(3)), "affine 15");
  EXPECT_EQ(result(Opcode::Mul, affine(3), uniform()), "affine");
  EXPECT_EQ(result(Opcode::Mul, affine(3), affine(3)), "divergent");
  EXPECT_EQ(result(Opcode::Xori, affine(3), {}, -1), "affine -3");
  EXPECT_EQ(result(Opcode::Xori, affine(3), {}, 1), "divergent");
  EXPECT_EQ(result(Opcode::Srli, affine(8), {}, 1), "divergent");
  EXPECT_EQ(result(Opcode::FaddS, uniform(), uniform()), "uniform");
  EXPECT_EQ(result(Opcode::Add, uniform(), {}), "never reached");
}

TEST(AluUniformity, ShiftsAndMasksAwayWhatLanesDifferBy) {
  EXPECT_EQ(result(Opcode::Srli, aligned(1, 4), {}, 4), "uniform");
  EXPECT_EQ(result(Opcode::Srai, aligned(1, 4), {}, 6), "uniform");
  EXPECT_EQ(result(Opcode::Srli, aligned(1, 4), {}, 3), "divergent");
  EXPECT_EQ(result(Opcode::Srli, aligned(1, 3), {}, 4), "divergent") << "carries into bit 4";
  EXPECT_EQ(result(Opcode::Srli, aligned(2, 4), {}, 4), "divergent") << "two in a warp";
  EXPECT_EQ(result(Opcode::Andi, aligned(1, 4), {}, -16), "uniform");
  EXPECT_EQ(result(Opcode::Andi, aligned(1, 4), {}, -8), "divergent");
  EXPECT_EQ(result(Opcode::And, uniform(0xffff'ff00), aligned(4, 6)), "uniform");
  EXPECT_EQ(result(Opcode::Andi, aligned(1, 4), {}, 15), "affine 1");
  EXPECT_EQ(result(Opcode::Andi, aligned(1, 5), {}, 7), "divergent");
  EXPECT_EQ(result(Opcode::Andi, aligned(0U - 1, 31), {}, -16), "divergent");
}

/// Every integer operation, with operands of each class.
TEST(AluUniformity, HoldsForLanesWithSuchOperands) {
  std::mt19937_64 random(1);
  for (std::size_t number = 1; number < kOpcodeCount; ++number) {
    const auto opcode = static_cast<Opcode>(number);
    const OpcodeInfo& info = opcode_info(opcode);
    if (info.kind != InstructionClass::Alu || info.is_float()) continue;
    for (unsigned round = 0; round < 64; ++round) {
      // Shifts take five bits; some masks are of the lowest or of the highest bits.
      const int power = 1 << random() % 6;
      const std::array<int, 3> masks{static_cast<int>(random() % 32), power - 1, -power};
      const bool masks_bits = opcode == Opcode::Andi || opcode == Opcode::Addi;
      const int imm = masks.at(masks_bits ? round % 3 : 0);
      const Instruction instruction = decode(encode(opcode, {3, 1, 2, 0, imm}), 0x10000);
      const auto below = [&](std::uint64_t limit) {
        return static_cast<std::uint32_t>(random() % limit);
      };
      const std::uint64_t any = std::uint64_t{1} << 32;
      const std::array<std::uint32_t, 2> strides{round % 2 == 0 ? 0 : below(any),
                                                 round / 2 % 2 == 0 ? 0 : below(9)};
      const unsigned zeros = round % 4 == 2 ? 0 : below(9);
      const std::array<std::uint32_t, 2> bases{below(any) >> zeros << zeros, below(40)};
      std::array<Operand, 3> operands;
      for (unsigned s = 0; s < 2; ++s) {
        operands[s].lanes = Uniformity::affine(strides[s]);
        if (strides[s] == 0 && round % 7 != 0) operands[s].number = bases[s];
      }
      operands[0].lanes = operands[0].lanes.with_zero_bits(zeros);
      const Uniformity claim = alu_uniformity(instruction, operands, kAluLanes);
      if (claim.is_divergent()) continue;
      const auto value = [&](std::uint32_t lane) {
        return static_cast<std::uint32_t>(execute_lane(instruction, bases[0] + lane * strides[0],
                                                       bases[1] + lane * strides[1], 0, 0, {})
                                              .value);
      };
      EXPECT_GE(lowest_zeros(value(0)), claim.zero_bits()) << info.text << " round " << round;
      for (std::uint32_t lane = 1; lane < kAluLanes; ++lane) {
        const std::uint32_t stride = claim.stride().value_or(value(1) - value(0));
        EXPECT_EQ(value(lane), value(0) + lane * stride) << info.text << " round " << round;
      }
    }
  }
}

}  // namespace
}  // namespace lanefold
