// SPDX-License-Identifier: Apache-2.0
// Who goes on behind a load, case by case (SC'09 sections 3.2, 4.1 and 5.1).
#include "decisions/memory_divergence/miss_policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lanefold/error.h"
#include "lanefold/machine_config.h"

namespace lanefold {
namespace {

constexpr LaneMask kLanes{0xff};
constexpr LaneMask kNone;

MissSituation at_load(LaneMask missing) {
  MissSituation situation;
  situation.lanes = kLanes;
  situation.missing = missing;
  situation.room = true;
  return situation;
}

class Slip : public ::testing::Test {
 protected:
  LaneMask proceed(const MissSituation& situation) const {
    const MissDecision decision = policy_->decide(situation);
    EXPECT_FALSE(decision.yield);
    return decision.proceed;
  }
  bool yield(const MissSituation& situation) const {
    const MissDecision decision = policy_->decide(situation);
    EXPECT_TRUE(!decision.yield || decision.proceed.none());
    return decision.yield;
  }

 private:
  std::unique_ptr<MissPolicy> policy_ = make_miss_policy(OnMiss::Slip);
};

TEST(MissPolicies, BlockWaitsForEveryLane) {
  const auto block = make_miss_policy(OnMiss::Block);
  EXPECT_TRUE(block->holds_loads());
  EXPECT_FALSE(block->leaves_lanes_behind());
  EXPECT_EQ(block->decide(at_load(LaneMask(1))).proceed, kNone);
  EXPECT_EQ(block->decide(at_load(kNone)).proceed, kLanes);
}

TEST(MissPolicies, StallOnUseGoesOn) {
  const auto stall = make_miss_policy(OnMiss::StallOnUse);
  EXPECT_FALSE(stall->holds_loads());
  EXPECT_EQ(stall->decide(at_load(kLanes)).proceed, kLanes);
}

TEST_F(Slip, LanesThatHitGoOn) { EXPECT_EQ(proceed(at_load(LaneMask(0x0f))), LaneMask(0xf0)); }

TEST_F(Slip, AllWaitIfNoneHits) { EXPECT_EQ(proceed(at_load(kLanes)), kNone); }

TEST_F(Slip, ReadyLanesProceedInPlaceOfMissingOnes) {
  MissSituation situation = at_load(kLanes);
  situation.ready = LaneMask(0x300);
  EXPECT_EQ(proceed(situation), LaneMask(0x300));
}

TEST_F(Slip, AllWaitIfTheTableIsFull) {
  MissSituation situation = at_load(LaneMask(1));
  situation.room = false;
  EXPECT_EQ(proceed(situation), kNone);
}

TEST_F(Slip, LanesThatAreReadyAreMet) {
  MissSituation situation = at_load(kNone);
  situation.ready = LaneMask(0x700);
  EXPECT_EQ(proceed(situation), LaneMask(0x7ff));
}

TEST_F(Slip, NoLaneIsLeftBehindWhileOneIsAtTheLimit) {
  MissSituation situation = at_load(LaneMask(0x0f));
  situation.limited = LaneMask(0x80);
  EXPECT_EQ(proceed(situation), kNone);
  situation.limited = LaneMask(0x8000);  // left behind somewhere
  EXPECT_EQ(proceed(situation), kNone);
}

TEST_F(Slip, LanesAtTheLimitStayUntilTheRestHasCaughtUp) {
  MissSituation situation = at_load(kNone);
  situation.limited = LaneMask(0x301);
  situation.ready = LaneMask(0x700);
  EXPECT_EQ(proceed(situation), LaneMask(0x4fe));
}

TEST_F(Slip, LanesAtTheLimitGoOnIfNothingCanHoldThem) {
  MissSituation situation = at_load(kNone);
  situation.limited = LaneMask(1);
  situation.room = false;
  EXPECT_EQ(proceed(situation), kLanes);
}

TEST_F(Slip, IfAllAreAtTheLimitTheyWaitForLateLanes) {
  MissSituation situation = at_load(kNone);
  situation.limited = kLanes;
  situation.later = true;
  EXPECT_EQ(proceed(situation), kNone);
}

TEST_F(Slip, IfAllAreAtTheLimitLanesLeftBehindElsewhereRun) {
  MissSituation situation = at_load(kNone);
  situation.limited = kLanes;
  situation.elsewhere = true;
  EXPECT_TRUE(yield(situation));
  situation.elsewhere = false;
  EXPECT_EQ(proceed(situation), kLanes) << "there is nobody to wait for";
}

}  // namespace
}  // namespace lanefold
