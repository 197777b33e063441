// SPDX-License-Identifier: Apache-2.0
// Which launches are chosen as they come.
#include <gtest/gtest.h>

#include <functional>

#include "decisions/sampling/launch_sampler.h"

namespace lanefold {
namespace {

NDRange range_of(std::uint32_t items) {
  NDRange range;
  range.global = {items, 1, 1};
  return range;
}

LaunchFeatures features(std::uint64_t instructions) {
  LaunchStatistics statistics;
  statistics.warp_instructions = instructions;
  return features_of(statistics, instructions / 4);
}

/// The launches that are timed, out of `count` with so many instructions each, which take as many
/// cycles as `cycles` says.
std::vector<unsigned> timed(LaunchSampler& sampler, unsigned count,
                            const std::function<std::uint64_t(unsigned)>& instructions,
                            const std::function<std::uint64_t(unsigned)>& cycles) {
  std::vector<unsigned> numbers;
  for (unsigned i = 0; i < count; ++i) {
    sampler.begin(0, "k", range_of(64));
    if (!sampler.wants(features(instructions(i)))) continue;
    sampler.add(features(instructions(i)), cycles(i));
    numbers.push_back(i);
  }
  return numbers;
}

TEST(LaunchSampler, TimesTheFirstOfAlikeLaunchesAndFewerAndFewerOthers) {
  LaunchSampler sampler(parse_timed_launches("auto"));
  const auto same = [](unsigned /*launch*/) { return 1000; };
  EXPECT_EQ(timed(sampler, 60, same, same), (std::vector<unsigned>{0, 1, 2, 18, 50}));
  const KernelEstimate estimate = sampler.estimates().front();
  EXPECT_EQ(estimate.cycles, 60'000);
  EXPECT_EQ(estimate.error, 0.02 * 55 * 1000);
}

TEST(LaunchSampler, ReachesFartherWherePredictionsHold) {
  const auto growing = [](unsigned launch) { return std::uint64_t{1000} + 50 * launch; };
  LaunchSampler proportional(parse_timed_launches("auto"));
  const std::size_t few = timed(proportional, 200, growing, growing).size();
  LaunchSampler erratic(parse_timed_launches("auto"));
  const std::size_t many = timed(erratic, 200, growing, [](unsigned launch) {
                             return 1000 + launch * 7919 % 3000;
                           }).size();
  EXPECT_LT(few, 25U);
  EXPECT_GT(many, 2 * few);
  const KernelEstimate estimate = proportional.estimates().front();
  EXPECT_NEAR(*estimate.cycles, 200 * 1000 + 50 * 199 * 100, 0.001 * *estimate.cycles);
}

TEST(LaunchSampler, NeverStopsToVerify) {
  LaunchSampler sampler(parse_timed_launches("auto,0-99"));
  const auto same = [](unsigned /*launch*/) { return 1000; };
  const std::vector<unsigned> numbers = timed(sampler, 4000, same, same);
  EXPECT_GT(numbers.size(), 110U);
  EXPECT_LT(numbers.size(), 125U);
  EXPECT_GT(numbers.back(), 3700U);
}

TEST(LaunchSampler, KeepsKernelsOfDifferentProgramsApart) {
  LaunchSampler sampler(parse_timed_launches("auto"));
  for (unsigned i = 0; i < 12; ++i) {
    sampler.begin(i % 2, "k", range_of(64));
    if (sampler.wants(features(1000))) sampler.add(features(1000), i % 2 == 0 ? 100 : 500);
  }
  const std::vector<KernelEstimate> estimates = sampler.estimates();
  ASSERT_EQ(estimates.size(), 2U);
  EXPECT_EQ(estimates[0].cycles, 600);
  EXPECT_EQ(estimates[1].cycles, 3000);
}

TEST(LaunchSampler, TimesByShapeKernelAndNumber) {
  LaunchSampler sampler(parse_timed_launches("shape:3,other,5"));
  std::vector<bool> begun;
  const std::vector<std::pair<const char*, unsigned>> launches{
      {"k", 64}, {"k", 64}, {"k", 128}, {"k", 64}, {"other", 64}, {"k", 64}, {"k", 64}, {"k", 128}};
  for (const auto& [kernel, items] : launches)
    begun.push_back(sampler.begin(0, kernel, range_of(items)));
  EXPECT_EQ(begun, (std::vector<bool>{true, false, true, false, true, true, false, false}));
}

}  // namespace
}  // namespace lanefold
