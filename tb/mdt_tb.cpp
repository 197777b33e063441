// SPDX-License-Identifier: Apache-2.0
// rtl/mdt.sv against the MemoryDivergenceTable, cycle by cycle: lanes that are left behind, get
// their values and go on, by the masks that programs make and in random streams.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/bench/bench.h"
#include "twins/verilated/mdt_twin.h"

namespace lanefold {
namespace {

class MdtRtl : public testing::TestWithParam<unsigned> {};

TEST_P(MdtRtl, HoldsWhatTheModelHoldsInEveryCycle) {
  const std::uint64_t cycles = random_masks(2'000'000);
  for (const unsigned entries : mdt_entry_counts()) {
    const auto events = std::make_shared<MdtEvents>();
    expect_same_as_oracle(mdt_comparison(GetParam(), entries, cycles, events));
    if (HasFailure()) return;
    EXPECT_GE(events->full, cycles / 100) << entries << " entries";
    EXPECT_GE(events->met, cycles / 100) << entries << " entries";
    EXPECT_GE(events->moved, cycles / 100) << entries << " entries";
  }
}

INSTANTIATE_TEST_SUITE_P(AllLaneCounts, MdtRtl, testing::ValuesIn(rtl_lane_counts()),
                         [](const auto& info) { return fmt::format("Lanes{}", info.param); });

}  // namespace
}  // namespace lanefold
