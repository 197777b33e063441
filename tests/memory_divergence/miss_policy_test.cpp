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
  MissSituation now;
  now.lanes = kLanes;
  now.missing = missing;
  now.room = true;
  return now;
}

class Slip : public ::testing::Test {
 protected:
  LaneMask go_on(const MissSituation& now) const {
    const MissDecision decision = policy_->decide(now);
    EXPECT_FALSE(decision.stand_aside);
    return decision.go_on;
  }
  bool stand_aside(const MissSituation& now) const {
    const MissDecision decision = policy_->decide(now);
    EXPECT_TRUE(!decision.stand_aside || decision.go_on.none());
    return decision.stand_aside;
  }

 private:
  std::unique_ptr<MissPolicy> policy_ = make_miss_policy("slip");
};

TEST(MissPolicies, BlockWaitsForEveryLane) {
  const auto block = make_miss_policy("block");
  EXPECT_TRUE(block->holds_loads());
  EXPECT_FALSE(block->leaves_lanes_behind());
  EXPECT_EQ(block->decide(at_load(LaneMask(1))).go_on, kNone);
  EXPECT_EQ(block->decide(at_load(kNone)).go_on, kLanes);
}

TEST(MissPolicies, StallOnUseGoesOn) {
  const auto stall = make_miss_policy("stall-on-use");
  EXPECT_FALSE(stall->holds_loads());
  EXPECT_EQ(stall->decide(at_load(kLanes)).go_on, kLanes);
}

TEST(MissPolicies, NameTheValidPolicies) {
  EXPECT_THAT(miss_policy_names(),
              ::testing::ElementsAre("stall-on-use", "block", "slip", "divide"));
  EXPECT_THROW(make_miss_policy("drop"), Error);
}

TEST_F(Slip, LanesThatHitGoOn) { EXPECT_EQ(go_on(at_load(LaneMask(0x0f))), LaneMask(0xf0)); }

TEST_F(Slip, AllWaitIfNoneHits) { EXPECT_EQ(go_on(at_load(kLanes)), kNone); }

TEST_F(Slip, ReadyLanesProceedInPlaceOfMissingOnes) {
  MissSituation now = at_load(kLanes);
  now.ready = LaneMask(0x300);
  EXPECT_EQ(go_on(now), LaneMask(0x300));
}

TEST_F(Slip, AllWaitIfTheTableIsFull) {
  MissSituation now = at_load(LaneMask(1));
  now.room = false;
  EXPECT_EQ(go_on(now), kNone);
}

TEST_F(Slip, LanesThatAreReadyAreMet) {
  MissSituation now = at_load(kNone);
  now.ready = LaneMask(0x700);
  EXPECT_EQ(go_on(now), LaneMask(0x7ff));
}

TEST_F(Slip, NoLaneIsLeftBehindWhileOneIsAtTheLimit) {
  MissSituation now = at_load(LaneMask(0x0f));
  now.limited = LaneMask(0x80);
  EXPECT_EQ(go_on(now), kNone);
  now.limited = LaneMask(0x8000);  // left behind somewhere
  EXPECT_EQ(go_on(now), kNone);
}

TEST_F(Slip, LanesAtTheLimitStayUntilTheRestHasCaughtUp) {
  MissSituation now = at_load(kNone);
  now.limited = LaneMask(0x301);
  now.ready = LaneMask(0x700);
  EXPECT_EQ(go_on(now), LaneMask(0x4fe));
}

TEST_F(Slip, LanesAtTheLimitGoOnIfNothingCanHoldThem) {
  MissSituation now = at_load(kNone);
  now.limited = LaneMask(1);
  now.room = false;
  EXPECT_EQ(go_on(now), kLanes);
}

TEST_F(Slip, IfAllAreAtTheLimitTheyWaitForLateLanes) {
  MissSituation now = at_load(kNone);
  now.limited = kLanes;
  now.later = true;
  EXPECT_EQ(go_on(now), kNone);
}

TEST_F(Slip, IfAllAreAtTheLimitLanesLeftBehindElsewhereRun) {
  MissSituation now = at_load(kNone);
  now.limited = kLanes;
  now.elsewhere = true;
  EXPECT_TRUE(stand_aside(now));
  now.elsewhere = false;
  EXPECT_EQ(go_on(now), kLanes) << "there is nobody to wait for";
}

}  // namespace
}  // namespace lanefold
