// SPDX-License-Identifier: Apache-2.0
// What is done once, and where registers are: one instruction of one warp at a time.
#include "decisions/scalar/scalar_decision.h"

#include <gtest/gtest.h>

#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

constexpr int kGroupId = static_cast<int>(WorkItemCsr::GroupId0);
constexpr int kLocalId = static_cast<int>(WorkItemCsr::LocalId0);

const Code kCode{encode(Opcode::Add, {5, 6, 7}),
                 encode(Opcode::Addi, {6, 0, 0, 0, 9}),
                 encode(Opcode::Lw, {5, 6}),
                 encode(Opcode::Sw, {0, 6, 7}),
                 encode(Opcode::Csrrs, {5, 0, 0, 0, kGroupId}),
                 encode(Opcode::Csrrs, {5, 0, 0, 0, kLocalId}),
                 encode(Opcode::AmoaddW, {5, 6, 7}),
                 encode(Opcode::Beq, {0, 6, 7, 0, 8}),
                 encode(Opcode::SnoopW, {5, 6}),
                 encode(Opcode::Barrier),
                 encode(Opcode::FaddS, {1, 2, 3}),
                 encode(Opcode::Exit)};
constexpr unsigned kAdd = 0, kSet = 1, kLoad = 2, kStore = 3, kReadGroup = 4, kReadLocal = 5,
                   kAtomic = 6, kBranch = 7, kSnoop = 8, kBarrier = 9, kFloatAdd = 10;
constexpr std::uint64_t kAll = 0xffff;

class DynamicScalars : public SimulationTest {
 protected:
  ScalarDecision decide(unsigned what, std::uint64_t active = kAll) {
    return decide_scalar_work(bench_.instruction(what, 0, LaneMask(active)), *knowledge_);
  }
  void fill(unsigned row, std::uint32_t value, std::uint32_t stride = 0) {
    for (unsigned lane = 0; lane < 16; ++lane) {
      bench_.warp().registers().row(row)[lane] = value + stride * lane;
    }
  }
  bool in_row(unsigned row) { return bench_.warp().scalar_rows().holds(row); }

  std::unique_ptr<ScalarKnowledge> knowledge_ = make_scalar_knowledge(KnowledgeSource::Dynamic);
  ThreadBench bench_{MachineConfig{}, kCode};
};

TEST_F(DynamicScalars, KnowInstructionsWithoutOperandsBeforeIssue) {
  const ScalarDecision set = decide(kSet);
  EXPECT_TRUE(set.work.once);
  EXPECT_FALSE(set.work.compared);
  EXPECT_EQ(set.comparisons, 0U);
  EXPECT_TRUE(set.work.writes_row);
  EXPECT_TRUE(in_row(6));
}

TEST_F(DynamicScalars, CompareOperandsOutsideScalarRows) {
  fill(6, 4);
  fill(7, 8);
  const ScalarDecision found = decide(kAdd);
  EXPECT_TRUE(found.work.once);
  EXPECT_TRUE(found.work.compared);
  EXPECT_EQ(found.comparisons, 2U * 15);
  EXPECT_EQ(found.work.operands, 0U);
  EXPECT_TRUE(in_row(5));

  fill(7, 8, 1);
  const ScalarDecision different = decide(kAdd);
  EXPECT_FALSE(different.work.once);
  EXPECT_EQ(different.comparisons, 2U * 15);
  EXPECT_FALSE(in_row(5));
}

TEST_F(DynamicScalars, CompareOnlyTheOperandsThatAreInNoRowAndTheLanesThatAreActive) {
  decide(kSet);
  fill(6, 9);
  fill(7, 0, 1);
  const ScalarDecision two_lanes = decide(kAdd, 0x30);
  EXPECT_EQ(two_lanes.comparisons, 1U);
  EXPECT_EQ(two_lanes.work.operands, 1U);
}

TEST_F(DynamicScalars, KnowThatOneActiveLaneIsAlone) {
  fill(6, 0, 4);
  fill(7, 0, 1);
  for (const unsigned what : {kAdd, kReadLocal, kBranch, kStore, kFloatAdd}) {
    const ScalarDecision one_lane = decide(what, 0x10);
    EXPECT_TRUE(one_lane.work.once) << what;
    EXPECT_FALSE(one_lane.work.compared) << what;
    EXPECT_FALSE(one_lane.work.writes_row) << what;
    EXPECT_EQ(one_lane.comparisons, 0U) << what;
  }
}

TEST_F(DynamicScalars, FindABranchThatAllLanesTakeOrNone) {
  EXPECT_TRUE(decide(kBranch).work.once);
  fill(7, 0, 1);
  EXPECT_FALSE(decide(kBranch).work.once);
}

TEST_F(DynamicScalars, KnowWhichIdentitiesAreOfTheGroup) {
  EXPECT_TRUE(decide(kReadGroup).work.once);
  EXPECT_FALSE(decide(kReadLocal).work.once);
}

TEST_F(DynamicScalars, LoadOnceFromOneAddressThatIsNotPrivate) {
  fill(6, kGlobalBase);
  const ScalarDecision global = decide(kLoad);
  EXPECT_TRUE(global.work.once);
  EXPECT_TRUE(global.work.writes_row);
  EXPECT_EQ(global.work.addresses, AddressPattern::Uniform);
  fill(6, kPrivateBase + 64);
  EXPECT_FALSE(decide(kLoad).work.once);
  fill(6, kGlobalBase, 4);
  EXPECT_FALSE(decide(kLoad).work.once);
}

TEST_F(DynamicScalars, KnowOneAddressOfLoadsAndStoresFromItsRow) {
  decide(kSet);
  fill(6, 9);
  EXPECT_EQ(decide(kLoad).work.addresses, AddressPattern::Uniform);
  EXPECT_TRUE(decide(kLoad).work.once);
  fill(7, 0, 1);
  const ScalarDecision store = decide(kStore);
  EXPECT_EQ(store.work.addresses, AddressPattern::Uniform);
  EXPECT_FALSE(store.work.once);
}

TEST_F(DynamicScalars, LeaveAtomicsSnoopsAndBarriersToTheirLanes) {
  for (const unsigned what : {kAtomic, kSnoop, kBarrier}) {
    const ScalarDecision decision = decide(what);
    EXPECT_FALSE(decision.work.once) << what;
    EXPECT_EQ(decision.comparisons, 0U) << what;
  }
}

TEST_F(DynamicScalars, WriteOnlyActiveLanesOfARegister) {
  decide(kSet);
  const ScalarDecision part = decide(kSet, 0x00ff);
  EXPECT_TRUE(part.work.once);
  EXPECT_FALSE(part.work.writes_row);
  EXPECT_TRUE(part.work.regenerates);
  EXPECT_FALSE(in_row(6));
  EXPECT_FALSE(decide(kSet, 0x00ff).work.regenerates);
}

TEST_F(DynamicScalars, OverwriteARowByDifferentLanesWithoutRegeneration) {
  decide(kReadGroup);
  EXPECT_TRUE(in_row(5));
  const ScalarDecision lanes = decide(kReadLocal);
  EXPECT_FALSE(lanes.work.regenerates);
  EXPECT_FALSE(in_row(5));
}

TEST_F(DynamicScalars, ForgetTheRowsOfAWarpThatStarts) {
  decide(kSet);
  bench_.warp().start(bench_.launch(), bench_.warp().group());
  EXPECT_FALSE(in_row(6));
  EXPECT_TRUE(in_row(0));
}

TEST(DynamicScalarsThatRoundByLane, AreNotFoundToBeAlike) {
  Code code{encode(Opcode::Csrrw, {0, 5, 0, 0, 2}), encode(Opcode::FaddS, {1, 2, 3}),
            encode(Opcode::Exit)};
  code[1] |= 7U << 12;  // dynamic rounding
  ThreadBench bench{MachineConfig{}, code};
  const auto knowledge = make_scalar_knowledge(KnowledgeSource::Dynamic);
  const ScalarDecision dynamic = decide_scalar_work(bench.instruction(1), *knowledge);
  EXPECT_FALSE(dynamic.work.once);
  EXPECT_EQ(dynamic.comparisons, 0U);
  code[1] &= ~(7U << 12);  // to nearest
  ThreadBench fixed{MachineConfig{}, code};
  EXPECT_TRUE(decide_scalar_work(fixed.instruction(1), *knowledge).work.once);
}

// The upper half of a double counts.
TEST(DynamicScalarsOfDoubles, CompareAllBits) {
  const Code code{encode(Opcode::FaddD, {1, 2, 3}), encode(Opcode::Exit)};
  ThreadBench bench{MachineConfig{}, code};
  const auto knowledge = make_scalar_knowledge(KnowledgeSource::Dynamic);
  bench.warp().registers().row(kFloatHighRow + 2)[7] = 1;
  EXPECT_FALSE(decide_scalar_work(bench.instruction(0), *knowledge).work.once);
  bench.warp().registers().row(kFloatHighRow + 2)[7] = 0;
  EXPECT_TRUE(decide_scalar_work(bench.instruction(0), *knowledge).work.once);
}

}  // namespace
}  // namespace lanefold
