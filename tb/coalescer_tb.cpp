// SPDX-License-Identifier: Apache-2.0
// rtl/coalescer.sv against `coalesce`, cycle by cycle: accesses by the masks that programs make,
// and a random stream of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/bench/bench.h"

namespace lanefold {
namespace {

class CoalescerRtl : public testing::TestWithParam<unsigned> {};

TEST_P(CoalescerRtl, OffersTheModelsLinesInEveryCycle) {
  const std::uint64_t cycles = random_masks(5'000'000);
  const auto events = std::make_shared<CoalescerEvents>();
  expect_same_as_oracle(coalescer_comparison(GetParam(), cycles, events));
  if (HasFailure()) return;
  EXPECT_GE(events->lines, cycles / 8);
  EXPECT_GE(events->shared, cycles / 64);
}

INSTANTIATE_TEST_SUITE_P(AllLaneCounts, CoalescerRtl, testing::ValuesIn(rtl_lane_counts()),
                         [](const auto& info) { return fmt::format("Lanes{}", info.param); });

}  // namespace
}  // namespace lanefold
