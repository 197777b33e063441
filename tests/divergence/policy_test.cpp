// SPDX-License-Identifier: Apache-2.0
// The reconvergence policies: splits, merges, loops, calls and returns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "lanefold/error.h"
#include "tests/divergence/walk.h"

namespace lanefold {
namespace {

bool odd_lane(unsigned lane, unsigned, unsigned) { return lane % 2 != 0; }

INSTANTIATE_TEST_SUITE_P(Policies, BothPolicies,
                         ::testing::ValuesIn(all_of<ReconvergencePolicy>()));

TEST_P(BothPolicies, SplitAtAnIfElseAndMergeBehindIt) {
  const std::vector<std::uint32_t> code = {branch_by(3), kNop, jump_by(2), kNop, kNop, kExitWord};
  Walk walk(code, GetParam(), LaneMask(0xf), odd_lane);
  const std::vector<Step> steps = walk.run();
  ASSERT_EQ(steps.size(), 6U);
  EXPECT_EQ(steps.front(), (Step{0, 0xf}));
  EXPECT_EQ(steps[4], (Step{4, 0xf}));
  EXPECT_EQ(steps[5], (Step{5, 0xf}));
  EXPECT_TRUE(walk.done());
}

TEST_P(BothPolicies, DoNotSplitWhereLanesAgree) {
  Walk walk({branch_by(2), kNop, kExitWord}, GetParam(), LaneMask(0xff),
            [](unsigned, unsigned, unsigned) { return true; });
  EXPECT_THAT(walk.run(), ::testing::ElementsAre(Step{0, 0xff}, Step{2, 0xff}));
  EXPECT_EQ(walk.most_splits(), 1U);
}

TEST_P(BothPolicies, MergeLanesWhoseBranchGoesToTheNextInstruction) {
  Walk walk({branch_by(1), kNop, kExitWord}, GetParam(), LaneMask(0xf), odd_lane);
  EXPECT_THAT(walk.run(), ::testing::ElementsAre(Step{0, 0xf}, Step{1, 0xf}, Step{2, 0xf}));
}

TEST_P(BothPolicies, KeepLanesOfALoopTogetherUntilTheLastHasLeft) {
  // 0: beq 3 (leave) | 1: nop, 2: j 0 | 3: exit; lane l goes round l times
  Walk walk({branch_by(3), kNop, jump_by(-2), kExitWord}, GetParam(), LaneMask(0xf),
            [](unsigned lane, unsigned, unsigned visit) { return visit == lane; });
  const std::vector<Step> steps = walk.run();
  EXPECT_THAT(steps, ::testing::ElementsAre(Step{0, 0xf}, Step{1, 0xe}, Step{2, 0xe}, Step{0, 0xe},
                                            Step{1, 0xc}, Step{2, 0xc}, Step{0, 0xc}, Step{1, 0x8},
                                            Step{2, 0x8}, Step{0, 0x8}, Step{3, 0xf}));
  EXPECT_EQ(walk.most_splits(), 2U);
}

TEST_P(BothPolicies, KeepRemainingLanesWhenSomeEnd) {
  // 0: beq 2 | 1: exit | 2: nop, 3: exit
  Walk walk({branch_by(2), kExitWord, kNop, kExitWord}, GetParam(), LaneMask(0xf), odd_lane);
  const std::vector<Step> steps = walk.run();
  EXPECT_EQ(steps.size(), 4U);
  EXPECT_THAT(steps, ::testing::UnorderedElementsAre(Step{0, 0xf}, Step{1, 0x5}, Step{2, 0xa},
                                                     Step{3, 0xa}));
  EXPECT_TRUE(walk.done());
  EXPECT_TRUE(walk.lanes().live().none());
}

TEST_P(BothPolicies, MergeAfterEarlyReturnsOfAFunction) {
  // 0: call 3 | 1: nop, 2: exit | 3: beq 5 | 4: ret | 5: nop, 6: ret
  Walk walk({call_by(3), kNop, kExitWord, branch_by(2), kReturn, kNop, kReturn}, GetParam(),
            LaneMask(0xf), odd_lane);
  const std::vector<Step> steps = walk.run();
  ASSERT_EQ(steps.size(), 7U);
  EXPECT_EQ(steps[5], (Step{1, 0xf})) << "all lanes have returned";
  EXPECT_EQ(steps[6], (Step{2, 0xf}));
}

TEST_P(BothPolicies, WaitForAFunctionThatOnlySomeLanesCall) {
  // 0: beq 3 | 1: call 5 | 2: nop | 3: nop, 4: exit | 5: beq 7 | 6: ret | 7: ret
  Walk walk({branch_by(3), call_by(4), kNop, kNop, kExitWord, branch_by(2), kReturn, kReturn},
            GetParam(), LaneMask(0xff), [](unsigned lane, unsigned index, unsigned) {
              return index == 0 ? lane % 2 != 0 : lane % 4 == 0;
            });
  const std::vector<Step> steps = walk.run();
  ASSERT_EQ(steps.size(), 8U);
  EXPECT_EQ(steps[5], (Step{2, 0x55}));
  EXPECT_EQ(steps[6], (Step{3, 0xff}));
}

TEST_P(BothPolicies, SeparateLevelsOfARecursion) {
  // 0: call 2 | 1: exit | 2: beq 5 | 3: call 2 | 4: nop | 5: ret; lane l recurses l times
  Walk walk({call_by(2), kExitWord, branch_by(3), call_by(-1), kNop, kReturn}, GetParam(),
            LaneMask(0xf), [](unsigned lane, unsigned, unsigned visit) { return visit == lane; });
  const std::vector<Step> steps = walk.run();
  // Down with ever fewer lanes, and up again with ever more.
  const std::vector<Step> expected = {{0, 0xf}, {2, 0xf}, {3, 0xe}, {2, 0xe}, {3, 0xc}, {2, 0xc},
                                      {3, 0x8}, {2, 0x8}, {5, 0x8}, {4, 0x8}, {5, 0xc}, {4, 0xc},
                                      {5, 0xe}, {4, 0xe}, {5, 0xf}, {1, 0xf}};
  EXPECT_EQ(steps, expected);
}

/// A loop with two latches: 0 head, beq 9 leaves; 1 beq 4 | 2 nop, 3 j 0 (continue) | 4 beq 7 |
/// 5 nop, 6 j 0 (continue) | 7 nop, 8 j 0 | 9 exit.
const std::vector<std::uint32_t>& multi_latch_loop() {
  static const std::vector<std::uint32_t> code = {
      branch_by(9), branch_by(3), kNop, jump_by(-3), branch_by(3),
      kNop,         jump_by(-6),  kNop, jump_by(-8), kExitWord};
  return code;
}

bool leaves_after_eight(unsigned lane, unsigned index, unsigned visit) {
  if (index == 0) return visit == 8;
  return index == 1 ? (lane + visit) % 3 != 0 : (lane + visit) % 2 != 0;
}

TEST(WtoReconvergence, MergesTheLanesOfAllLatchesOfALoop) {
  Walk walk(multi_latch_loop(), ReconvergencePolicy::Wto, LaneMask::first(16), leaves_after_eight);
  unsigned heads = 0;
  for (const Step& step : walk.run()) {
    if (step.index != 0) continue;
    EXPECT_EQ(step.lanes, 0xffffU);
    ++heads;
  }
  EXPECT_EQ(heads, 9U);
  EXPECT_LE(walk.most_splits(), 6U);
}

TEST(IpdomReconvergence, LeavesTheLatchesOfALoopApart) {
  Walk walk(multi_latch_loop(), ReconvergencePolicy::Ipdom, LaneMask::first(16),
            leaves_after_eight);
  const std::vector<Step> steps = walk.run();
  Walk other(multi_latch_loop(), ReconvergencePolicy::Wto, LaneMask::first(16), leaves_after_eight);
  EXPECT_GE(steps.size(), other.run().size());
  EXPECT_TRUE(walk.done());
}

TEST(WtoReconvergence, RunsTheDeepestCallFirst) {
  // 0: beq 3 | 1: nop, 2: j 4 | 3: call 6 | 4: nop, 5: exit | 6: nop, 7: ret
  Walk walk({branch_by(3), kNop, jump_by(2), call_by(3), kNop, kExitWord, kNop, kReturn},
            ReconvergencePolicy::Wto, LaneMask(0x3), odd_lane);
  std::vector<Step> steps = walk.run();
  ASSERT_EQ(steps.size(), 8U);
  EXPECT_EQ(steps[6], (Step{4, 0x3}));
}

TEST(WtoReconvergence, FollowsReturnsToDifferentPlaces) {
  // 0: beq 3 | 1: call 6 | 2: j 4 | 3: call 6 | 4: nop, 5: exit | 6: nop, 7: ret
  const std::vector<std::uint32_t> code = {branch_by(3), call_by(5), jump_by(2), call_by(3),
                                           kNop,         kExitWord,  kNop,       kReturn};
  for (const ReconvergencePolicy policy : all_of<ReconvergencePolicy>()) {
    Walk walk(code, policy, LaneMask(0xf), odd_lane);
    const std::vector<Step> steps = walk.run();
    EXPECT_EQ(steps.back(), (Step{5, 0xf})) << policy;
  }
}

TEST(IpdomReconvergence, WaitsForTheReturnWhereArmsMeetOnlyAtTheFunctionsEnd) {
  // 0: call 3 | 1: nop, 2: exit | 3: beq 5 | 4: ret | 5: beq 7 | 6: ret | 7: ret
  Walk walk({call_by(3), kNop, kExitWord, branch_by(2), kReturn, branch_by(2), kReturn, kReturn},
            ReconvergencePolicy::Ipdom, LaneMask(0xf), [](unsigned lane, unsigned index, unsigned) {
              return index == 3 ? lane != 0 : lane > 1;
            });
  const std::vector<Step> steps = walk.run();
  ASSERT_EQ(steps.size(), 8U);
  EXPECT_EQ(steps[6], (Step{1, 0xf}));
  EXPECT_EQ(walk.most_splits(), 4U);
}

/// Lane 0 has the lock, for which the others wait in a loop: 0: beq 2 (taken) | 1: j 0 | 2: beq 3 |
/// 3: exit. It has it until the branch at 2.
struct Lock {
  unsigned owner = 0;
  bool operator()(unsigned lane, unsigned index, unsigned) {
    if (index == 2) ++owner;
    return index == 2 || lane == owner;
  }
};
const std::vector<std::uint32_t>& lock_loop() {
  static const std::vector<std::uint32_t> code = {branch_by(2), jump_by(-1), branch_by(1),
                                                  kExitWord};
  return code;
}

TEST(WtoReconvergence, DoesNotLetLanesRunForWhichOthersSpin) {
  Walk walk(lock_loop(), ReconvergencePolicy::Wto, LaneMask(0xf), Lock());
  walk.run(10'000);
  EXPECT_FALSE(walk.done());
}

TEST(YieldReconvergence, LetsLanesRunForWhichOthersSpin) {
  Walk walk(lock_loop(), ReconvergencePolicy::Yield, LaneMask(0xf), Lock());
  const std::vector<Step> steps = walk.run(10'000);
  EXPECT_TRUE(walk.done());
  // Each owner has waited for a turn of the others, of blocks of at most two instructions.
  EXPECT_LE(steps.size(), 4 * 4 * 64U);
  EXPECT_EQ(std::count(steps.begin(), steps.end(), Step{3, 0xf}), 0);
}

TEST(YieldReconvergence, LeavesLanesTogetherThatDoNotWaitForLong) {
  Walk walk(multi_latch_loop(), ReconvergencePolicy::Yield, LaneMask::first(16),
            leaves_after_eight);
  Walk wto(multi_latch_loop(), ReconvergencePolicy::Wto, LaneMask::first(16), leaves_after_eight);
  EXPECT_LE(walk.run().size(), 2 * wto.run().size());
}

TEST(IpdomReconvergence, CannotFollowReturnsToDifferentPlaces) {
  SliceLanes lanes(ReconvergencePolicy::Ipdom);
  lanes.start(Walk::kBase, 0, LaneMask(0x3));
  const FlowEdge edges[] = {{Walk::kBase + 8, 1, FlowEdge::Kind::Return, LaneMask(1)},
                            {Walk::kBase + 16, 2, FlowEdge::Kind::Return, LaneMask(2)}};
  try {
    lanes.leave({}, edges, 2);
    ADD_FAILURE() << "no error was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Program);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("core.reconvergence=wto"));
  }
}

}  // namespace
}  // namespace lanefold
