// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss, cycle by cycle: the situation of SC'09 figure 2.
#include <gtest/gtest.h>

#include "tests/top/leapfrog.h"

namespace lanefold {
namespace {

std::uint64_t cycles(OnMiss on_miss, std::uint32_t latency) {
  return cycles_of(two_lanes(on_miss, latency), leapfrog());
}

// One cycle to start, 19 instructions of one cycle each. A miss takes two more than memory: one to
// look the line up, one until the core sees the answer. All three loads miss.
TEST(SlipCycles, OfABlockingWarpAddUpOverItsMisses) {
  for (const std::uint32_t latency : {50U, 100U, 200U}) {
    EXPECT_EQ(cycles(OnMiss::Block, latency), 1 + 19 + 3 * (latency + 2));
  }
}

// In the first pass lane 0 hits and goes on to its miss while lane 1 waits. Lane 1's answer comes
// first, so it runs while lane 0 waits. It hits in its second pass, where lane 0's answer has come:
// the two end together, and have waited for one miss instead of two.
TEST(SlipCycles, OfASlippingWarpOverlapItsMisses) {
  for (const std::uint32_t latency : {50U, 100U, 200U}) {
    EXPECT_EQ(cycles(OnMiss::Slip, latency), 1 + 19 + 2 * (latency + 2) + 1);
  }
}

TEST(SlipCycles, CountWhoIsLeftBehindAndMet) {
  const LaunchStatistics s = run_program(two_lanes(OnMiss::Slip, 100), leapfrog(), range_1d(2, 2));
  EXPECT_EQ(s.slip.slips, 2U);
  EXPECT_EQ(s.slip.left_behind_lanes, 2U);
  EXPECT_EQ(s.slip.met_lanes, 2U);
  EXPECT_EQ(s.slip.full_tables, 0U);
  EXPECT_EQ(s.slip.most_slip, 1U);
  EXPECT_EQ(s.warp_instructions, 23U);
}

// In the first pass lane 0 hits and waits for lane 1, for as long as a miss takes.
TEST(SlipCycles, TheLedgerOfABlockingWarpChargesHitsThatWaitForMisses) {
  const LaunchStatistics s = run_program(two_lanes(OnMiss::Block, 100), leapfrog(), range_1d(2, 2));
  constexpr unsigned kSlots = 2 * 2;  // both pipes, both lanes
  EXPECT_EQ(s.ledger[SlotCause::MemoryDivergence], (100 + 2) * kSlots);
}

// The ALUs are as wide as the warp. Lane 1 is left behind for the three ALU instructions of lane
// 0's first pass, and lane 0 for those of lane 1's.
TEST(SlipCycles, TheLedgerOfASlippingWarpChargesLanesLeftBehind) {
  const LaunchStatistics s = run_program(two_lanes(OnMiss::Slip, 100), leapfrog(), range_1d(2, 2));
  EXPECT_EQ(s.ledger[SlotCause::MemoryDivergence], 6U);
  EXPECT_EQ(s.ledger[SlotCause::CompactionSlack], 0U);
  EXPECT_EQ(s.ledger[SlotCause::ControlDivergence], 0U);
}

}  // namespace
}  // namespace lanefold
