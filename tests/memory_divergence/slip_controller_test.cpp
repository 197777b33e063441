// SPDX-License-Identifier: Apache-2.0
// The slip controller of a core, asked as slices ask it: through its socket.
#include "blocks/memory_divergence/slip_controller.h"

#include <gtest/gtest.h>

#include <memory>

#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

/// The controller of a core with two slots. Lanes 0 to 3 are at a load.
class SlipControllerTest : public SimulationTest {
 protected:
  SlipControllerTest() {
    config_.warps = 2;
    config_.on_miss = OnMiss::Slip;
  }
  void build(std::unique_ptr<SlipController> block) {
    block_ = std::move(block);
    asker_.out.bind(block_->requests);
    sc_core::sc_start(cycles(1));
  }
  void build() { build(std::make_unique<SlipController>("controller", config_)); }

  static MissSituation missing(std::uint64_t lanes) {
    MissSituation situation;
    situation.lanes = LaneMask(0b1111);
    situation.missing = LaneMask(lanes);
    situation.room = true;
    return situation;
  }

  CoreConfig config_;
  std::unique_ptr<SlipController> block_;
  Asker<SlipOfSlice::Socket> asker_{"asker"};
  SlipOfSlice slice_{asker_.out, 0};
  SlipOfSlice other_{asker_.out, 1};
};

// Two lanes hit, and get one load ahead. With a limit of one they may not leave the others behind
// again, who miss again, and both wait for all values.
TEST_F(SlipControllerTest, LetsLanesThatHitGetAheadUpToTheLimit) {
  build();
  const MissDecision first = slice_.decide(missing(0b0011), {}, 1);
  EXPECT_EQ(first.proceed, LaneMask(0b1100));
  EXPECT_FALSE(first.yield);
  EXPECT_EQ(slice_.pass(first.proceed, LaneMask(0b1111)), 1U);
  EXPECT_EQ(slice_.most(), 1U);
  EXPECT_EQ(slice_.decide(missing(0b0011), {}, 1).proceed, LaneMask());
  EXPECT_EQ(slice_.decide(missing(0b0011), {}, 2).proceed, LaneMask(0b1100));
}

// All four have their values; two are at the limit, and stay for the others, who catch up.
TEST_F(SlipControllerTest, HoldsLanesAtTheLimitUntilTheLastHavePassed) {
  build();
  slice_.pass(LaneMask(0b1100), LaneMask(0b1111));
  const MissDecision last = slice_.decide(missing(0), {}, 1);
  EXPECT_EQ(last.proceed, LaneMask(0b0011));
  slice_.pass(last.proceed, LaneMask(0b1111));
  EXPECT_EQ(slice_.most(), 0U);
}

// The lanes here are at the limit. Lane 4 was left behind at another load and runs in their place.
TEST_F(SlipControllerTest, MakesWayForLanesThatWereLeftBehindElsewhere) {
  build();
  slice_.pass(LaneMask(0b1111), LaneMask(0b11111));
  MissSituation situation = missing(0);
  situation.elsewhere = true;
  const MissDecision decision = slice_.decide(situation, LaneMask(0b10000), 1);
  EXPECT_TRUE(decision.yield);
  EXPECT_EQ(decision.proceed, LaneMask());
}

TEST_F(SlipControllerTest, CountsForEachSliceApartUntilItIsReset) {
  build();
  slice_.pass(LaneMask(0b0001), LaneMask(0b0011));
  other_.pass(LaneMask(0b0001), LaneMask(0b0011));
  other_.pass(LaneMask(0b0001), LaneMask(0b0011));
  EXPECT_EQ(slice_.most(), 1U);
  EXPECT_EQ(other_.most(), 2U);
  other_.reset();
  EXPECT_EQ(slice_.most(), 1U);
  EXPECT_EQ(other_.most(), 0U);
}

/// Lets nobody go on.
class Stubborn final : public SlipController {
  using SlipController::SlipController;
  void carry_out(SlipRequest& request) override {
    SlipController::carry_out(request);
    request.decision = {};
  }
};

TEST_F(SlipControllerTest, AnswersWhatAClassThatOverridesItDecides) {
  build(std::make_unique<Stubborn>("controller", config_));
  EXPECT_EQ(slice_.decide(missing(0), {}, 16).proceed, LaneMask());
  slice_.pass(LaneMask(0b01), LaneMask(0b11));
  EXPECT_EQ(slice_.most(), 1U);
}

}  // namespace
}  // namespace lanefold
