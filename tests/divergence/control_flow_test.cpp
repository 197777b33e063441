// SPDX-License-Identifier: Apache-2.0
// Blocks, functions and ranks of hand-assembled programs.
#include "decisions/divergence/control_flow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/support/words.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kBase = 0x10000;
constexpr std::uint32_t pc_of(unsigned index) { return kBase + 4 * index; }

struct Analysed {
  std::vector<Instruction> code;
  ControlFlow flow;
  const BlockFlow& block(unsigned index) const { return flow.blocks[flow.block_of[index]]; }
};

Analysed analyse(const std::vector<std::uint32_t>& words,
                 const std::vector<std::uint32_t>& entries = {kBase}) {
  Analysed result{decode_all(words, kBase), {}};
  result.flow = analyse_control_flow(result.code, kBase, entries);
  return result;
}

TEST(ControlFlow, CutsBlocksAtBranchesTargetsAndBarriers) {
  const Analysed a = analyse({kNop, branch_by(3), kNop, kBarrierWord, kNop, kNop, kExitWord});
  EXPECT_THAT(a.flow.block_of, ::testing::ElementsAre(0, 0, 1, 1, 2, 2, 2));
  std::vector<bool> ends;
  for (const Instruction& instruction : a.code) ends.push_back(instruction.ends_block);
  EXPECT_THAT(ends, ::testing::ElementsAre(false, true, false, true, false, false, true));
  EXPECT_EQ(a.flow.blocks[2].first, 4U);
  EXPECT_EQ(a.flow.blocks[2].last, 6U);
}

TEST(ControlFlow, KnowsWhichPcsAreCode) {
  const Analysed a = analyse({kNop, kExitWord});
  EXPECT_TRUE(a.flow.contains(pc_of(1)));
  EXPECT_FALSE(a.flow.contains(pc_of(2)));
  EXPECT_FALSE(a.flow.contains(pc_of(0) - 4));
  EXPECT_FALSE(a.flow.contains(pc_of(0) + 2));
  EXPECT_FALSE(a.flow.contains(~3U));
}

TEST(ControlFlow, ReconvergesAnIfElseBehindIt) {
  // 0: beq 3 | 1: nop, 2: j 4 | 3: nop | 4: ret
  const Analysed a = analyse({branch_by(3), kNop, jump_by(2), kNop, kReturn});
  EXPECT_EQ(a.block(0).reconvergence_pc, pc_of(4));
  EXPECT_EQ(a.block(4).reconvergence_pc, kFunctionEnd);
  EXPECT_LT(a.block(0).rank, a.block(1).rank);
  EXPECT_LT(a.block(1).rank, a.block(4).rank);
  EXPECT_LT(a.block(3).rank, a.block(4).rank);
  EXPECT_EQ(a.block(0).taken_rank, a.block(3).rank);
  EXPECT_EQ(a.block(0).next_rank, a.block(1).rank);
  EXPECT_EQ(a.block(2).taken_rank, a.block(4).rank);
  EXPECT_EQ(a.block(3).next_rank, a.block(4).rank);
}

TEST(ControlFlow, ReconvergesAtTheFunctionsEndWhereArmsReturn) {
  const Analysed a = analyse({branch_by(2), kReturn, kReturn});
  EXPECT_EQ(a.block(0).reconvergence_pc, kFunctionEnd);
}

TEST(ControlFlow, MarksBackEdgesWithTheLatchOfTheirLoop) {
  // 0: nop | 1: beq 4 (leave) | 2: nop, 3: j 1 | 4: exit
  const Analysed a = analyse({kNop, branch_by(3), kNop, jump_by(-2), kExitWord});
  EXPECT_GT(a.block(2).taken_rank, a.block(2).rank);
  EXPECT_GT(a.block(2).taken_rank, a.block(1).rank);
  EXPECT_LT(a.block(2).taken_rank, a.block(4).rank) << "leaving lanes wait for the latch";
  EXPECT_EQ(a.block(0).next_rank, a.block(1).rank);
}

TEST(ControlFlow, GivesEveryFunctionRanksOfItsOwn) {
  // main: 0 call 4, 1 nop, 2 exit, 3 unreachable; function: 4 nop, 5 ret
  const Analysed a = analyse({call_by(4), kNop, kExitWord, kNop, kNop, kReturn});
  EXPECT_TRUE(a.block(1).rank != a.block(4).rank);
  EXPECT_EQ(a.block(0).taken_rank, a.block(4).rank);
  EXPECT_EQ(a.block(0).next_rank, a.block(1).rank);
  EXPECT_EQ(a.block(0).reconvergence_pc, pc_of(1)) << "a call comes back";
}

TEST(ControlFlow, CarriesTheLatchOverACallThatEndsALoopBody) {
  // 0: beq 3 | 1: call 5 | 2: j 0 | 3: exit, 4: nop | 5: ret
  const Analysed a = analyse({branch_by(3), call_by(4), jump_by(-2), kExitWord, kNop, kReturn});
  EXPECT_EQ(a.flow.rank_of_arrival(pc_of(2)), a.block(2).rank);
  EXPECT_EQ(a.flow.rank_of_arrival(pc_of(5)), a.block(5).rank);
  // A self-loop whose only block ends with a call: 0: nop, 1: call 4 | 2: beq 0 | 3: exit | 4: ret
  const Analysed b = analyse({kNop, call_by(3), branch_by(-2), kExitWord, kReturn});
  EXPECT_EQ(b.flow.rank_of_arrival(pc_of(2)), b.block(2).rank);
  EXPECT_GT(b.block(2).taken_rank, b.block(2).rank);
}

TEST(ControlFlow, TreatsAnIndirectCallAsOneThatReturns) {
  const Analysed a = analyse({kIndirectCall, kNop, kExitWord});
  EXPECT_EQ(a.block(0).reconvergence_pc, pc_of(1));
  EXPECT_EQ(a.block(0).next_rank, a.block(1).rank);
}

TEST(ControlFlow, KnowsWhereTheInnermostLoopOfABlockIsLeft) {
  // 0: nop | 1: nop | 2: beq 2 | 3: beq 6 | 4: beq 1 | 5: nop | 6: exit
  const Analysed a =
      analyse({kNop, kNop, branch_by(0), branch_by(3), branch_by(-3), kNop, kExitWord});
  EXPECT_EQ(a.block(0).loop_exit_pc, kFunctionEnd) << "no loop";
  EXPECT_EQ(a.block(2).loop_exit_pc, pc_of(3)) << "of the inner loop";
  EXPECT_EQ(a.block(1).loop_exit_pc, pc_of(6)) << "whichever way the outer loop is left";
  EXPECT_EQ(a.block(4).loop_exit_pc, pc_of(6));
  EXPECT_EQ(a.block(5).loop_exit_pc, kFunctionEnd);
}

TEST(ControlFlow, RanksCodeThatOnlyIndirectJumpsReach) {
  const Analysed a = analyse({kIndirect, kNop, branch_by(2), kNop, kReturn});
  EXPECT_LT(a.block(1).rank, a.block(3).rank);
  EXPECT_EQ(a.block(1).reconvergence_pc, pc_of(4));
}

TEST(ControlFlow, AcceptsJumpsOutOfTheCode) {
  const Analysed a = analyse({branch_by(100), jump_by(-100), kNop});
  EXPECT_EQ(a.flow.blocks.size(), 3U);
  const Analysed empty = analyse({}, {});
  EXPECT_TRUE(empty.flow.blocks.empty());
  EXPECT_FALSE(empty.flow.contains(kBase));
}

TEST(ControlFlow, AcceptsAnyWords) {
  constexpr unsigned kSeed = 5;
  std::mt19937 random(kSeed);
  for (int i = 0; i < 300; ++i) {
    std::vector<std::uint32_t> words(1 + random() % 120);
    for (auto& word : words) {
      const int offset = static_cast<int>(random() % 60) - 30;
      const std::uint32_t choices[] = {static_cast<std::uint32_t>(random()),
                                       branch_by(offset),
                                       jump_by(offset),
                                       call_by(offset),
                                       kReturn,
                                       kIndirect,
                                       kIndirectCall,
                                       kNop,
                                       kBarrierWord};
      word = choices[random() % std::size(choices)];
    }
    const Analysed a = analyse(words, {kBase, pc_of(random() % 150), 3});
    for (std::size_t index = 0; index < words.size(); ++index) {
      const BlockFlow& block = a.block(static_cast<unsigned>(index));
      ASSERT_LE(block.first, index) << "seed " << kSeed << ", program " << i;
      ASSERT_GE(block.last, index) << "seed " << kSeed << ", program " << i;
      ASSERT_TRUE(block.reconvergence_pc == kFunctionEnd ||
                  a.flow.contains(block.reconvergence_pc));
    }
  }
}

}  // namespace
}  // namespace lanefold
