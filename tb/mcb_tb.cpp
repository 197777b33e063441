// SPDX-License-Identifier: Apache-2.0
// rtl/mcb.sv against CoalescingEntry, cycle by cycle: loads by the masks that programs make, and a
// random stream of lines that are sent and come.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/bench/bench.h"

namespace lanefold {
namespace {

class McbRtl : public testing::TestWithParam<unsigned> {};

TEST_P(McbRtl, HoldsWhatTheModelHoldsInEveryCycle) {
  const std::uint64_t cycles = random_masks(2'000'000);
  const auto events = std::make_shared<McbEvents>();
  expect_same_as_oracle(mcb_comparison(GetParam(), cycles, events));
  if (HasFailure()) return;
  EXPECT_GE(events->received, cycles / 8);
  EXPECT_GE(events->together, cycles / 128);
  EXPECT_GE(events->twice, cycles / 64);
  EXPECT_GE(events->full, cycles / 256);
}

INSTANTIATE_TEST_SUITE_P(AllLaneCounts, McbRtl, testing::ValuesIn(rtl_lane_counts()),
                         [](const auto& info) { return fmt::format("Lanes{}", info.param); });

}  // namespace
}  // namespace lanefold
