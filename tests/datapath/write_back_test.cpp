// SPDX-License-Identifier: Apache-2.0
// Write-back: its order, control flow that resolves there, and the fast data path.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "decisions/execute/warp.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "tests/datapath/datapath_bench.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Datapath = DatapathBench;

TEST_F(Datapath, WritesBackInOrderOfCompletionThenAge) {
  build(CompactionPolicy::Ivb);
  const WarpInstruction& divide = issue(kDivide, 0xffff, 100);  // completes in 114
  const WarpInstruction& upper = issue(kUpper, 0x00ff, 101);    // in 109
  const WarpInstruction& add = issue(kAdd, 0xffff, 104);        // in 114 as well, younger
  EXPECT_EQ(wires_.write_back.due, 109U);
  std::ostringstream out;
  write_back_->describe(out);
  EXPECT_THAT(out.str(), HasSubstr("thread 0 completes add t0, t1, t2 in cycle 114"));
  write_back_->tick(108);
  EXPECT_THAT(released_.seen, ElementsAre());
  write_back_->tick(109);
  EXPECT_THAT(released_.seen, ElementsAre(&upper));
  EXPECT_EQ(wires_.write_back.due, 114U);
  write_back_->tick(114);
  EXPECT_THAT(released_.seen, ElementsAre(&upper, &divide, &add));
  EXPECT_EQ(wires_.write_back.last_completion, 114U);
  EXPECT_EQ(wires_.write_back.due, kNever);
  EXPECT_GT(statistics_.register_writes, 0U);
  EXPECT_THAT(resolved_.seen, ElementsAre());
}

class Branches : public Datapath, public ::testing::WithParamInterface<DatapathFidelity> {};

TEST_P(Branches, ResolveAtWriteBack) {
  build(CompactionPolicy::Scc, GetParam());
  Slice& slice = bench_->slice();
  slice.lanes().start(kCodeBase + 4 * kBranch, 0, LaneMask(0xffff));
  for (const unsigned lane : {1U, 5U, 14U}) row(7)[lane] = 1;  // x6 < x7 there
  WarpInstruction& branch = issue(kBranch, 0xffff, 100);
  EXPECT_EQ(slice.lanes().split_count(), 1U);
  write_back_->tick(branch.completes);
  EXPECT_EQ(slice.lanes().split_count(), 2U);
  EXPECT_EQ(statistics_.branches, 1U);
  EXPECT_EQ(statistics_.divergent_branches, 1U);
  EXPECT_EQ(statistics_.most_splits, 2U);
  EXPECT_THAT(resolved_.seen, ElementsAre(&branch));
  EXPECT_THAT(retired_.seen, ElementsAre());
  const Split first = slice.lanes().current();
  const LaneMask taken = LaneMask(1U << 1 | 1U << 5 | 1U << 14);
  EXPECT_EQ(first.mask,
            first.pc == kCodeBase + 4 * kExit ? taken : LaneMask(0xffff).without(taken));
}

TEST_P(Branches, EndAWarpAndTellTheDispatcher) {
  build(CompactionPolicy::Bcc, GetParam());
  bench_->slice().lanes().start(kCodeBase + 4 * kExit, 0, LaneMask(0xffff));
  WarpInstruction& exit = issue(kExit, 0xffff, 100);
  write_back_->tick(exit.completes);
  EXPECT_TRUE(bench_->slice().done());
  EXPECT_THAT(resolved_.seen, ElementsAre(&exit));
  EXPECT_THAT(retired_.seen, ElementsAre(&exit));
}

TEST_P(Branches, LinkWithoutResolvingLate) {
  build(CompactionPolicy::Bcc, GetParam());
  WarpInstruction& jump = issue(kJump, 0x00f0, 100);
  EXPECT_EQ(row(1)[4], kCodeBase + 4 * kJump + 4);
  EXPECT_EQ(row(1)[3], 0U);
  write_back_->tick(jump.completes);
  EXPECT_THAT(resolved_.seen, ElementsAre());
}

INSTANTIATE_TEST_SUITE_P(All, Branches,
                         ::testing::Values(DatapathFidelity::Fast, DatapathFidelity::Exact));

TEST_F(Datapath, FastExecutesAtIssue) {
  build(CompactionPolicy::Scc, DatapathFidelity::Fast);
  row(6)[3] = 41;
  row(7)[3] = 1;
  WarpInstruction& add = issue(kAdd, 0x0008, 100);
  EXPECT_EQ(row(5)[3], 42U);
  row(5)[3] = 9;
  write_back_->tick(add.completes);
  EXPECT_EQ(row(5)[3], 9U) << "nothing left to write";
}

TEST_F(Datapath, ForgetsAnAbandonedLaunch) {
  build(CompactionPolicy::Ivb);
  issue(kAdd, 0xffff, 100);
  write_back_->reset();
  fpu_->reset();
  EXPECT_EQ(wires_.write_back.due, kNever);
  EXPECT_EQ(wires_.pipes.fpu.free_at, 0U);
}

}  // namespace
}  // namespace lanefold
