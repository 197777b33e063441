// SPDX-License-Identifier: Apache-2.0
// rtl/slip_controller.sv against the policy `slip` and the SlipCounters, cycle by cycle: loads by
// the masks that programs make, and random streams of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/bench/bench.h"

namespace lanefold {
namespace {

class SlipControllerRtl : public testing::TestWithParam<unsigned> {};

TEST_P(SlipControllerRtl, DecidesAndCountsAsTheModelInEveryCycle) {
  const std::uint64_t cycles = random_masks(2'000'000);
  const auto events = std::make_shared<SlipEvents>();
  expect_same_as_oracle(slip_controller_comparison(GetParam(), cycles, events));
  if (HasFailure()) return;
  EXPECT_GE(events->left, cycles / 20);
  EXPECT_GE(events->aside, cycles / 200);
  EXPECT_GE(events->saturated, cycles / 1000);
}

INSTANTIATE_TEST_SUITE_P(AllLaneCounts, SlipControllerRtl, testing::ValuesIn(rtl_lane_counts()),
                         [](const auto& info) { return fmt::format("Lanes{}", info.param); });

}  // namespace
}  // namespace lanefold
