// SPDX-License-Identifier: Apache-2.0
// How far lanes may slip, case by case (SC'09 section 5.2).
#include "decisions/memory_divergence/adaptive_slip.h"

#include <gtest/gtest.h>

namespace lanefold {
namespace {

constexpr double kFairBytes = 4;

/// A sample of 800 cycles; `percent_of_fair` is the traffic in hundredths of the fair part.
SlipSample sample(Cycle executing, Cycle waiting, unsigned percent_of_fair = 0) {
  return {800, executing, waiting, 800 * 4 * percent_of_fair / 100};
}

SlipConfig adaptive(std::uint32_t period) {
  SlipConfig config;
  config.max = SlipConfig::kAdaptive;
  config.sampling_period = period;
  return config;
}

TEST(SlipStep, RaisesTheLimitOfACoreThatWaitsForMemory) {
  EXPECT_EQ(slip_step(sample(100, 700), kFairBytes), SlipStep::Raise);
  EXPECT_EQ(slip_step(sample(599, 201, 74), kFairBytes), SlipStep::Raise);
}

TEST(SlipStep, LowersItWhereTheAlusAreTheBound) {
  EXPECT_EQ(slip_step(sample(700, 100), kFairBytes), SlipStep::Lower);
  EXPECT_EQ(slip_step(sample(800, 0), kFairBytes), SlipStep::Lower);
}

TEST(SlipStep, LowersItWhereBandwidthIsTheBoundHoweverLongTheCoreWaits) {
  EXPECT_EQ(slip_step(sample(10, 790, 88), kFairBytes), SlipStep::Lower);
  EXPECT_EQ(slip_step(sample(10, 790, 250), kFairBytes), SlipStep::Lower);
}

TEST(SlipStep, KeepsItInBalance) {
  EXPECT_EQ(slip_step(sample(600, 200), kFairBytes), SlipStep::Keep);
  EXPECT_EQ(slip_step(sample(699, 101), kFairBytes), SlipStep::Keep);
  EXPECT_EQ(slip_step(sample(10, 790, 75), kFairBytes), SlipStep::Keep);
}

TEST(SlipStep, KeepsItWhereTheCoreWaitsForSomethingElse) {
  EXPECT_EQ(slip_step(sample(100, 99), kFairBytes), SlipStep::Keep);
  EXPECT_EQ(slip_step(sample(100, 100), kFairBytes), SlipStep::Raise);
}

TEST(SlipStep, KnowsNoBoundOfBandwidthWithoutALimit) {
  EXPECT_EQ(slip_step(sample(10, 790, 1000), 0), SlipStep::Raise);
}

TEST(AdaptiveSlip, IsTheNumberThatIsSetUnlessAdaptive) {
  SlipConfig config;
  config.max = 12;
  const AdaptiveSlip fixed(config, kFairBytes);
  EXPECT_FALSE(fixed.adaptive());
  EXPECT_EQ(fixed.limit(), 12U);
}

TEST(AdaptiveSlip, BeginsInLockstepAndRisesByOneAPeriod) {
  AdaptiveSlip slip(adaptive(1000), kFairBytes);
  SlipStatistics statistics;
  EXPECT_EQ(slip.limit(), 0U);
  for (unsigned period = 1; period <= 3; ++period) {
    slip.count({400, 10, 390, 0}, statistics);
    EXPECT_EQ(slip.left(), 600U);
    slip.count({600, 10, 590, 0}, statistics);
    EXPECT_EQ(slip.limit(), period);
    EXPECT_EQ(slip.left(), 1000U);
  }
  EXPECT_EQ(statistics.raised_limits, 3U);
  EXPECT_EQ(statistics.highest_limit, 3U);
}

TEST(AdaptiveSlip, FallsByOneAPeriodDownToLockstep) {
  AdaptiveSlip slip(adaptive(100), kFairBytes);
  SlipStatistics statistics;
  for (int i = 0; i < 2; ++i) slip.count({100, 0, 100, 0}, statistics);
  for (const unsigned limit : {1U, 0U, 0U}) {
    slip.count({100, 100, 0, 0}, statistics);
    EXPECT_EQ(slip.limit(), limit);
  }
  EXPECT_EQ(statistics.lowered_limits, 2U);
  EXPECT_EQ(statistics.highest_limit, 2U);
}

TEST(AdaptiveSlip, RisesNoFurtherThanACounterCounts) {
  AdaptiveSlip slip(adaptive(1), kFairBytes);
  SlipStatistics statistics;
  for (int i = 0; i < 300; ++i) slip.count({1, 0, 1, 0}, statistics);
  EXPECT_EQ(slip.limit(), 255U);
  EXPECT_EQ(statistics.raised_limits, 255U);
}

TEST(AdaptiveSlip, JudgesAPeriodByAllItsSamples) {
  AdaptiveSlip slip(adaptive(100), kFairBytes);
  SlipStatistics statistics;
  slip.count({90, 80, 10, 0}, statistics);
  slip.count({10, 0, 10, 0}, statistics);
  EXPECT_EQ(slip.limit(), 0U);  // 80 % busy: in balance
  slip.count({20, 0, 20, 0}, statistics);
  slip.count({80, 70, 10, 0}, statistics);
  EXPECT_EQ(slip.limit(), 1U);  // 70 %
}

TEST(SlipStatistics, CountsLoadsByClassesOfSlip) {
  SlipStatistics statistics;
  for (const unsigned furthest : {0U, 1U, 2U, 3U, 4U, 255U}) statistics.decided(2, furthest);
  EXPECT_EQ(statistics.ahead, (std::array<std::uint64_t, 9>{1, 1, 2, 1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(statistics.entries_in_use, 12U);
  EXPECT_EQ(statistics.most_slip, 255U);
}

}  // namespace
}  // namespace lanefold
