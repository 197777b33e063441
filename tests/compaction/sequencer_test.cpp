// SPDX-License-Identifier: Apache-2.0
// The sequencer cycle by cycle, on streams that are worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "lanefold/compaction_sequencer.h"
#include "tests/support/refusal.h"

namespace lanefold {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Instruction = CompactionSequencer::Instruction;
using Operand = SequencedOperand;
using Policy = SequencedPolicy;

Instruction instruction(std::uint64_t mask, Policy policy = Policy::Bcc,
                        Operand operand = Operand::Bits32) {
  return {LaneMask(mask), policy, operand};
}

/// One cycle as text: '+' if the offered instruction is taken and '.' if not; then the micro-op's
/// lanes by ALU position in '[', ']' where it is the instruction's first, last, else in '|'.
std::string text(const CompactionSequencer& sequencer, Operand operand,
                 const CompactionSequencer::Inputs& inputs) {
  const CompactionSequencer::Outputs outputs = sequencer.outputs(inputs);
  std::ostringstream text;
  text << (inputs.instruction && outputs.ready ? "+" : ".");
  if (!outputs.micro_op) {
    return text.str();
  }
  const CompactionSequencer::MicroOp& micro_op = *outputs.micro_op;
  const QuadGeometry& geometry = sequencer.geometry(operand);
  text << (micro_op.first ? " [" : " |");
  for (unsigned position = 0; position < geometry.positions(); ++position) {
    text << (position == 0 ? "" : " ");
    if (micro_op.enable.test(position)) {
      text << micro_op.quad[position] * geometry.quad_lanes() + micro_op.position[position];
    } else {
      text << "-";
    }
  }
  text << (micro_op.last ? "]" : "|");
  return text.str();
}

/// Offers the instructions one after the other, each until it is taken, for as many cycles as
/// `ready` has characters: in a cycle of '1' the micro-op may leave. All of one operand size.
std::vector<std::string> run(CompactionSequencer& sequencer,
                             const std::vector<Instruction>& instructions,
                             const std::string& ready) {
  std::vector<std::string> cycles;
  const Operand operand = instructions.front().operand;
  std::size_t next = 0;
  for (const char now : ready) {
    CompactionSequencer::Inputs inputs;
    inputs.ready = now == '1';
    if (next < instructions.size()) {
      inputs.instruction = instructions[next];
    }
    cycles.push_back(text(sequencer, operand, inputs));
    next += cycles.back()[0] == '+' ? 1 : 0;
    sequencer.step(inputs);
  }
  return cycles;
}

std::vector<std::string> run(const std::vector<Instruction>& instructions,
                             const std::string& ready) {
  CompactionSequencer sequencer(16, 4);
  return run(sequencer, instructions, ready);
}

TEST(CompactionSequencer, IsReadyAndSilentAfterReset) {
  EXPECT_THAT(run({instruction(0)}, "0"), ElementsAre("+"));
  CompactionSequencer sequencer(16, 4);
  EXPECT_TRUE(sequencer.outputs({}).ready);
  EXPECT_FALSE(sequencer.outputs({}).micro_op);
}

TEST(CompactionSequencer, ShowsTheFirstMicroOpInTheCycleAfterAcceptance) {
  EXPECT_THAT(run({instruction(0x0002)}, "111"), ElementsAre("+", ". [- 1 - -]", "."));
}

TEST(CompactionSequencer, GivesOneMicroOpPerCycleWithFirstAndLast) {
  EXPECT_THAT(run({instruction(0xf0f1)}, "11111"),
              ElementsAre("+", ". [0 - - -|", ". |4 5 6 7|", ". |12 13 14 15]", "."));
}

TEST(CompactionSequencer, LosesNoCycleBetweenInstructions) {
  EXPECT_THAT(
      run({instruction(0x0011), instruction(0x0200), instruction(0x8000), instruction(0x00f0)},
          "1111111"),
      ElementsAre("+", ". [0 - - -|", "+ |4 - - -]", "+ [- 9 - -]", "+ [- - - 15]", ". [4 5 6 7]",
                  "."));
}

TEST(CompactionSequencer, HoldsAMicroOpUntilItIsTaken) {
  EXPECT_THAT(run({instruction(0x0103)}, "0001001"),
              ElementsAre("+", ". [0 1 - -|", ". [0 1 - -|", ". [0 1 - -|", ". |8 - - -]",
                          ". |8 - - -]", ". |8 - - -]"));
}

TEST(CompactionSequencer, TakesNothingWhileTheLastMicroOpIsStalled) {
  EXPECT_THAT(run({instruction(0x0001), instruction(0x0020)}, "10011"),
              ElementsAre("+", ". [0 - - -]", ". [0 - - -]", "+ [0 - - -]", ". [- 5 - -]"));
}

TEST(CompactionSequencer, TakesNothingWhileMicroOpsFollow) {
  EXPECT_THAT(run({instruction(0x0111), instruction(0x1000)}, "11111"),
              ElementsAre("+", ". [0 - - -|", ". |4 - - -|", "+ |8 - - -]", ". [12 - - -]"));
}

TEST(CompactionSequencer, AcceptsAnInstructionWhenIdle) {
  EXPECT_THAT(run({instruction(0x0001)}, "00"), ElementsAre("+", ". [0 - - -]"));
}

TEST(CompactionSequencer, TakesAnEmptyMaskWithoutMicroOp) {
  EXPECT_THAT(run({instruction(0), instruction(0, Policy::Scc), instruction(0x0001),
                   instruction(0, Policy::None), instruction(0x0002)},
                  "111111"),
              ElementsAre("+", "+", "+", "+ [0 - - -]", "+", ". [- 1 - -]"));
}

TEST(CompactionSequencer, TakesAnEmptyMaskOnlyWhenThereIsRoom) {
  EXPECT_THAT(run({instruction(0x0011), instruction(0)}, "1101"),
              ElementsAre("+", ". [0 - - -|", ". |4 - - -]", "+ |4 - - -]"));
}

TEST(CompactionSequencer, IssuesEveryQuadWithoutCompaction) {
  EXPECT_THAT(run({instruction(0x0081, Policy::None)}, "111111"),
              ElementsAre("+", ". [0 - - -|", ". |- - - 7|", ". |- - - -|", ". |- - - -]", "."));
}

TEST(CompactionSequencer, SkipsTheIdleHalfUnderIvb) {
  EXPECT_THAT(run({instruction(0x8100, Policy::Ivb), instruction(0x0010, Policy::Ivb)}, "111111"),
              ElementsAre("+", ". [8 - - -|", "+ |- - - 15]", ". [- - - -|", ". |4 - - -]", "."));
}

TEST(CompactionSequencer, FillsIdlePositionsUnderScc) {
  EXPECT_THAT(run({instruction(0x1133, Policy::Scc), instruction(0x1111, Policy::Scc)}, "1111"),
              ElementsAre("+", ". [0 1 8 12|", "+ |4 5 - -]", ". [0 4 8 12]"));
}

TEST(CompactionSequencer, FillsIdlePositionsFromTheHeadOfTheQueueUnderSccFifo) {
  CompactionSequencer sequencer(16, 4, true);
  EXPECT_THAT(run(sequencer, {instruction(0x1133, Policy::Scc)}, "111"),
              ElementsAre("+", ". [0 1 4 8|", ". |12 5 - -]"));
}

TEST(CompactionSequencer, TakesThePolicyOfEachInstruction) {
  EXPECT_THAT(run({instruction(0x0081, Policy::Scc), instruction(0x0081, Policy::Bcc),
                   instruction(0x0081, Policy::Ivb)},
                  "1111111"),
              ElementsAre("+", "+ [0 - - 7]", ". [0 - - -|", "+ |- - - 7]", ". [0 - - -|",
                          ". |- - - 7]", "."));
}

TEST(CompactionSequencer, TakesTwiceTheLanesOf16BitOperands) {
  EXPECT_THAT(
      run({instruction(0xff01, Policy::Bcc, Operand::Bits16),
           instruction(0x0180, Policy::Scc, Operand::Bits16)},
          "1111"),
      ElementsAre("+", ". [0 - - - - - - -|", "+ |8 9 10 11 12 13 14 15]", ". [8 - - - - - - 7]"));
}

TEST(CompactionSequencer, TakesHalfTheLanesOf64BitOperands) {
  EXPECT_THAT(run({instruction(0x8007, Policy::Bcc, Operand::Bits64),
                   instruction(0x0005, Policy::Scc, Operand::Bits64)},
                  "111111"),
              ElementsAre("+", ". [0 1|", ". |2 -|", "+ |- 15]", ". [0 2]", "."));
}

TEST(CompactionSequencer, ChangesTheOperandSizeWithoutLosingACycle) {
  CompactionSequencer sequencer(16, 4);
  CompactionSequencer::Inputs inputs{instruction(0x0003, Policy::Bcc, Operand::Bits64), true};
  sequencer.step(inputs);
  inputs.instruction = instruction(0xffff, Policy::None, Operand::Bits16);
  EXPECT_EQ(text(sequencer, Operand::Bits64, inputs), "+ [0 1]");
  sequencer.step(inputs);
  inputs.instruction = instruction(0x0001, Policy::None, Operand::Bits32);
  EXPECT_EQ(text(sequencer, Operand::Bits16, inputs), ". [0 1 2 3 4 5 6 7|");
  sequencer.step(inputs);
  EXPECT_EQ(text(sequencer, Operand::Bits16, inputs), "+ |8 9 10 11 12 13 14 15]");
  sequencer.step(inputs);
  EXPECT_EQ(text(sequencer, Operand::Bits32, inputs), ". [0 - - -|");
}

TEST(CompactionSequencer, NamesQuadAndPositionOfASwizzledLane) {
  CompactionSequencer sequencer(16, 4);
  sequencer.step({instruction(0x1111, Policy::Scc), false});
  const auto micro_op = sequencer.outputs({}).micro_op;
  ASSERT_TRUE(micro_op);
  EXPECT_EQ(micro_op->enable, LaneMask(0xf));
  EXPECT_EQ(micro_op->quad[3], 3);
  EXPECT_EQ(micro_op->position[3], 0);
}

TEST(CompactionSequencer, ForgetsItsInstructionOnReset) {
  CompactionSequencer sequencer(16, 4);
  sequencer.step({instruction(0xffff), true});
  sequencer.reset();
  EXPECT_TRUE(sequencer.outputs({}).ready);
  EXPECT_FALSE(sequencer.outputs({}).micro_op);
}

TEST(CompactionSequencer, HasOneQuadWhereTheAluIsAsWideAsTheWarp) {
  CompactionSequencer sequencer(8, 16);
  EXPECT_EQ(sequencer.positions(), 8U);
  EXPECT_THAT(run(sequencer, {instruction(0x81), instruction(0xff)}, "1111"),
              ElementsAre("+", "+ [0 - - - - - - 7]", ". [0 1 2 3 4 5 6 7]", "."));
}

TEST(CompactionSequencer, Has32PositionsFor16BitOperandsOn16Lanes) {
  CompactionSequencer sequencer(64, 16);
  EXPECT_EQ(sequencer.positions(), CompactionSequencer::kMaxPositions);
  EXPECT_EQ(sequencer.geometry(Operand::Bits64).quads(), 8U);
}

std::string refused_shape(unsigned lanes, unsigned alu_width) {
  return refusal(ErrorKind::Configuration, [=] { CompactionSequencer(lanes, alu_width); });
}

TEST(CompactionSequencer, RefusesShapesThatTheHardwareDoesNotHave) {
  EXPECT_THAT(refused_shape(12, 4), HasSubstr("of 12 lanes cannot be built"));
  EXPECT_THAT(refused_shape(128, 4), HasSubstr("of 128 lanes cannot be built"));
  EXPECT_THAT(refused_shape(16, 2), HasSubstr("ALU of width 2 cannot be built"));
}

}  // namespace
}  // namespace lanefold
