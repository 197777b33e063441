// SPDX-License-Identifier: Apache-2.0
// Predictions of cycles from samples with known answers.
#include <gtest/gtest.h>

#include <cmath>

#include "decisions/sampling/cycle_estimate.h"

namespace lanefold {
namespace {

/// `instructions` in as many warps, without memory.
LaunchFeatures launch_of(std::uint64_t instructions, std::uint64_t lines = 0) {
  LaunchStatistics statistics;
  statistics.warp_instructions = instructions;
  statistics.warps = 4;
  return features_of(statistics, lines);
}

TEST(LaunchDistance, IsThatOfTheCountThatDiffersMost) {
  EXPECT_EQ(distance(launch_of(1000), launch_of(1000)), 0);
  EXPECT_NEAR(distance(launch_of(1000), launch_of(1100)), std::log(1.1), 1e-3);
  EXPECT_NEAR(distance(launch_of(1000, 999), launch_of(1100, 1999)), std::log(2.0), 1e-9);
}

TEST(PredictedCycles, GrowAsTwoSamplesShow) {
  EXPECT_FALSE(predicted_cycles({}, launch_of(1000)));
  const TimedSample cold{launch_of(1000), 9000};
  EXPECT_EQ(predicted_cycles({cold}, launch_of(1000)), 9000);  // there is no other
  const std::vector<TimedSample> proportional{cold, {launch_of(999), 500}, {launch_of(1999), 1000}};
  EXPECT_NEAR(*predicted_cycles(proportional, launch_of(1499)), 750, 1e-6);
  const std::vector<TimedSample> constant{cold, {launch_of(999), 500}, {launch_of(1999), 500}};
  EXPECT_NEAR(*predicted_cycles(constant, launch_of(1499)), 500, 1e-6);
  const std::vector<TimedSample> falling{cold, {launch_of(999), 500}, {launch_of(1999), 400}};
  EXPECT_NEAR(*predicted_cycles(falling, launch_of(1099)), 500, 1e-6);
  const std::vector<TimedSample> steep{cold, {launch_of(999), 100}, {launch_of(1999), 1000}};
  EXPECT_NEAR(*predicted_cycles(steep, launch_of(2099)), 1050, 1e-6);
}

TEST(PredictedCycles, AreThoseOfTheLatestSampleOfEqualOnes) {
  const std::vector<TimedSample> samples{
      {launch_of(1000), 900}, {launch_of(1000), 500}, {launch_of(1000), 510}};
  EXPECT_EQ(predicted_cycles(samples, launch_of(1000)), 510);
  EXPECT_EQ(predicted_cycles(samples, launch_of(1000), 2), 500);
}

TEST(KernelEstimates, AddPredictionsToWhatWasCounted) {
  const std::vector<TimedSample> samples{
      {launch_of(1000), 900}, {launch_of(1000), 500}, {launch_of(1000), 510}};
  const KernelEstimate some = estimate_of("k", samples, {launch_of(1000), launch_of(1000)});
  EXPECT_EQ(some.launches, 5U);
  EXPECT_EQ(some.timed, 3U);
  EXPECT_EQ(some.timed_cycles, 1910U);
  EXPECT_EQ(some.cycles, 1910 + 2 * 510);
  EXPECT_NEAR(*some.error, 2 * (10 + 10) / 1010.0 * 1020, 1e-9);  // above 2 %
  const std::vector<TimedSample> apart{
      {launch_of(1000), 900}, {launch_of(999), 500}, {launch_of(1999), 1200}};
  // 500 is predicted as 600, and 1200 as 1000; a launch between is half as far away.
  const double far = distance(launch_of(999), launch_of(1999));
  const double near = distance(launch_of(1499), launch_of(1999));
  const KernelEstimate between = estimate_of("k", apart, {launch_of(1499)});
  EXPECT_NEAR(*between.error, 2 * (*between.cycles - 2600) * near * (100 + 200) / (far * 1700),
              1e-6);
  const KernelEstimate far_away = estimate_of("k", samples, {launch_of(2001)});
  EXPECT_NEAR(*far_away.error, (2 * 20 / 1010.0 + 2002 / 1001.0 - 1) * 510 * 2002 / 1001, 1e-6);
  const KernelEstimate all = estimate_of("k", samples, {});
  EXPECT_EQ(all.cycles, 1910);
  EXPECT_EQ(all.error, 0);
  const KernelEstimate one = estimate_of("k", {samples[0]}, {launch_of(1000)});
  EXPECT_EQ(one.cycles, 1800);
  EXPECT_FALSE(one.error);
  const KernelEstimate none = estimate_of("k", {}, {launch_of(1000)});
  EXPECT_FALSE(none.cycles);
  const KernelEstimate total = total_of({some, all});
  EXPECT_EQ(total.launches, 8U);
  EXPECT_EQ(total.cycles, *some.cycles + *all.cycles);
  EXPECT_EQ(total.error, some.error);
  EXPECT_FALSE(total_of({some, none}).cycles);
  EXPECT_FALSE(total_of({some, one}).error);
}

}  // namespace
}  // namespace lanefold
