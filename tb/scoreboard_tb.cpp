// SPDX-License-Identifier: Apache-2.0
// rtl/scoreboard.sv against the DependenceCheck, cycle by cycle, in a random stream of
// instructions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "decisions/isa/register_set.h"
#include "tb/bench/bench.h"

namespace lanefold {
namespace {

class ScoreboardRtl : public testing::TestWithParam<unsigned> {};

TEST_P(ScoreboardRtl, LetsOnWhatTheModelLetsOnInEveryCycle) {
  const std::uint64_t cycles = random_masks(10'000'000);
  const auto events = std::make_shared<ScoreboardEvents>();
  expect_same_as_oracle(scoreboard_comparison(cycles, events));
  if (HasFailure()) return;
  EXPECT_GE(events->moved, cycles / 64);
  EXPECT_GE(events->waited, cycles / 64);
  EXPECT_GE(events->full, cycles / 1000);
}

INSTANTIATE_TEST_SUITE_P(AllShapes, ScoreboardRtl, testing::Values(RegisterSet::kMost),
                         [](const auto& info) { return fmt::format("Registers{}", info.param); });

}  // namespace
}  // namespace lanefold
