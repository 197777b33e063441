// SPDX-License-Identifier: Apache-2.0
// The counters of the slip controller, rule by rule (SC'09 section 5.1).
#include "decisions/divergence/slip_counters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace lanefold {
namespace {

using ::testing::ElementsAre;

constexpr LaneMask kConsidered{0xf};

class SlipCounting : public ::testing::Test {
 protected:
  std::vector<unsigned> values() const {
    return {counters_.of(0), counters_.of(1), counters_.of(2), counters_.of(3)};
  }
  void pass(std::uint64_t lanes, LaneMask considered = kConsidered) {
    counters_.pass(LaneMask(lanes), considered);
  }
  SlipCounters counters_;
};

TEST_F(SlipCounting, OfLanesThatHitAreIncremented) {
  pass(0b0111);
  EXPECT_THAT(values(), ElementsAre(1, 1, 1, 0));
}

TEST_F(SlipCounting, OfLanesThatMissAreDecrementedIfAllOfTheLastHit) {
  pass(0b0111);
  pass(0b1100);  // lane 3 is the last; lanes 0 and 1 miss
  EXPECT_THAT(values(), ElementsAre(0, 0, 1, 0));
}

TEST_F(SlipCounting, OfDisabledLanesAreDecrementedWhenTheRemainingHit) {
  pass(0b0111);
  pass(0b0111);
  pass(0b1000);
  EXPECT_THAT(values(), ElementsAre(1, 1, 1, 0));
}

TEST_F(SlipCounting, StayIfAllPassTogether) {
  pass(0b0001);
  pass(0b1111);
  EXPECT_THAT(values(), ElementsAre(1, 0, 0, 0));
}

TEST_F(SlipCounting, OfLanesOnOtherPathsOfABranchAreNotTouched) {
  pass(0b0001);
  pass(0b0010, LaneMask(0b0110));
  EXPECT_THAT(values(), ElementsAre(1, 1, 0, 0));
}

TEST_F(SlipCounting, SayWhoIsAtTheLimit) {
  pass(0b0011);
  pass(0b0001);
  EXPECT_EQ(counters_.limited(kConsidered, 2), LaneMask(0b0001));
  EXPECT_EQ(counters_.limited(kConsidered, 1), LaneMask(0b0011));
  EXPECT_EQ(counters_.limited(LaneMask(0b0010), 1), LaneMask(0b0010));
  EXPECT_EQ(counters_.limited(kConsidered, 0), kConsidered) << "no slip at all";
  EXPECT_EQ(counters_.most(), 2U);
}

TEST_F(SlipCounting, SaturateAtEightBits) {
  for (int i = 0; i < 300; ++i) pass(0b0001);
  EXPECT_EQ(counters_.of(0), SlipCounters::kMost);
  counters_.reset();
  EXPECT_EQ(counters_.most(), 0U);
}

}  // namespace
}  // namespace lanefold
