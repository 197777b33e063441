// SPDX-License-Identifier: Apache-2.0
// rtl/slip_unit.sv against the decisions of the model, cycle by cycle: loads by the masks that
// programs make, and a warp that comes from load to load.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "decisions/divergence/slip_counters.h"
#include "tb/bench/bench.h"
#include "twins/verilated/mdt_twin.h"

namespace lanefold {
namespace {

class SlipUnitRtl : public testing::TestWithParam<unsigned> {};

TEST_P(SlipUnitRtl, DecidesAsTheModelDecidesInEveryCycle) {
  const std::uint64_t cycles = random_masks(2'000'000);
  for (const unsigned entries : mdt_entry_counts()) {
    const auto events = std::make_shared<SlipUnitEvents>();
    expect_same_as_oracle(slip_unit_comparison(GetParam(), entries, cycles, events));
    if (HasFailure()) return;
    EXPECT_GE(events->left, cycles / 100) << entries << " entries";
    EXPECT_GE(events->aside, cycles / 200) << entries << " entries";
    EXPECT_GE(events->together, cycles / 1000) << entries << " entries";
    EXPECT_EQ(events->furthest, SlipCounters::kMost) << entries << " entries";
    EXPECT_GE(events->full, cycles / 1000) << entries << " entries";
    EXPECT_GE(events->resets_while_busy, cycles / 2000) << entries << " entries";
  }
}

INSTANTIATE_TEST_SUITE_P(AllLaneCounts, SlipUnitRtl, testing::ValuesIn(rtl_lane_counts()),
                         [](const auto& info) { return fmt::format("Lanes{}", info.param); });

}  // namespace
}  // namespace lanefold
