// SPDX-License-Identifier: Apache-2.0
// Launches whose beginning says how long they take, and those whose does not.
#include "decisions/sampling/steady_rate.h"

#include <gtest/gtest.h>

#include <functional>

namespace lanefold {
namespace {

struct Told {
  bool steady = false;
  std::uint64_t cycle = 0;         ///< at which it was
  std::uint64_t instructions = 0;  ///< executed until then
};

/// Tells how a launch goes on whose machine executes `rate(instructions)` of them in a cycle.
Told tell(SteadyRate& watch, std::uint64_t total,
          const std::function<double(double instructions)>& rate) {
  double instructions = 0;
  std::uint64_t cycle = 0;
  while (instructions < static_cast<double>(total)) {
    const std::uint64_t next = cycle + watch.interval();
    for (; cycle < next; ++cycle) instructions += rate(instructions);
    if (watch.add(cycle, static_cast<std::uint64_t>(instructions))) {
      return {true, cycle, static_cast<std::uint64_t>(instructions)};
    }
  }
  return {};
}

constexpr std::uint64_t kInstructions = 1'000'000;
constexpr std::uint64_t kWarps = 1'000;
constexpr std::uint64_t kResident = 10;  // a window has 10,000 instructions

TEST(SteadyRate, IsThatOfFiveWindowsAtBest) {
  SteadyRate watch(kInstructions, kWarps, kResident);
  EXPECT_TRUE(watch.is_long());
  const Told told = tell(watch, kInstructions, [](double) { return 2; });
  EXPECT_TRUE(told.steady);
  EXPECT_NEAR(static_cast<double>(told.instructions), 5 * 10'000, 5'000);
  EXPECT_NEAR(watch.estimate().cycles, 500'000, 10);
  EXPECT_NEAR(watch.estimate().error, 0.04 * (500'000 - static_cast<double>(told.cycle)), 100);
}

TEST(SteadyRate, DoesNotCountTheBeginningThatFindsCachesCold) {
  SteadyRate watch(kInstructions, kWarps, kResident);
  const auto cold = [](double instructions) { return instructions < 18'000 ? 0.5 : 2; };
  EXPECT_TRUE(tell(watch, kInstructions, cold).steady);
  EXPECT_NEAR(watch.estimate().cycles, 36'000 + 982'000 / 2.0, 2'000);
}

TEST(SteadyRate, IsWaitedFor) {
  SteadyRate slow(kInstructions, kWarps, kResident);
  const auto warming = [](double instructions) { return 1 + std::min(1.0, instructions / 300e3); };
  const Told told = tell(slow, kInstructions, warming);
  EXPECT_TRUE(told.steady);
  EXPECT_GT(told.instructions, 200'000U);
  SteadyRate never(kInstructions, kWarps, kResident);
  const auto varying = [](double instructions) {
    return static_cast<std::uint64_t>(instructions / 22'000) % 2 == 0 ? 1.0 : 1.2;
  };
  EXPECT_FALSE(tell(never, kInstructions, varying).steady);
}

TEST(SteadyRate, NeedsALongLaunch) {
  EXPECT_TRUE(SteadyRate(15'000, 150, 10).is_long());
  EXPECT_FALSE(SteadyRate(14'000, 140, 10).is_long());
  EXPECT_FALSE(SteadyRate(kInstructions, 10, 10).is_long());
  EXPECT_FALSE(SteadyRate(kInstructions, 0, 10).is_long());
}

}  // namespace
}  // namespace lanefold
