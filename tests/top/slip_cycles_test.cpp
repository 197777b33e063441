// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss, cycle by cycle: the situation of SC'09 figure 2.
#include <gtest/gtest.h>

#include "lanefold/config.h"
#include "tests/top/cycle_bench.h"

namespace lanefold {
namespace {

/// One core of `manycore-dom` with a warp of two lanes.
MachineConfig two_lanes(const std::string& on_miss, std::uint32_t latency) {
  MachineConfig config = load_machine("manycore-dom");
  config.cores = 1;
  config.core.warp_width = config.core.alu_width = 2;
  config.core.on_miss = on_miss;
  config.dram.latency = latency;
  return config;
}

// Each lane loads twice in a loop. The first line of lane 0 is there, its second is not; lane 1 has
// a line of its own, which is not there, for both.
Code leapfrog() {
  return {lui(5, kGlobalBase),
          lw(7, 5),  // brings lane 0's first line
          local_id(6),
          encode(Opcode::Slli, {8, 6, 0, 0, 6}),
          add(5, 5, 8),  // lane 1 starts 64 bytes further on
          add(8, 6, 6),  //
          add(8, 8, 6),  // 3 x lane
          addi(9, 0, 32),
          encode(Opcode::Srl, {9, 9, 8}),  // lane 0 goes on by 32 bytes, a line, lane 1 by 4
          addi(10, 0, 2),
          lw(7, 5),  // the loop
          add(5, 5, 9),
          addi(10, 10, -1),
          branch(Opcode::Bne, 10, 0, -12),
          kExit};
}

std::uint64_t cycles(const std::string& on_miss, std::uint32_t latency) {
  return cycles_of(two_lanes(on_miss, latency), leapfrog());
}

// One cycle to start, 19 instructions of one cycle each. A miss takes two more than memory: one to
// look the line up, one until the core sees the answer. All three loads miss.
TEST(SlipCycles, OfABlockingWarpAreThoseOfAllMisses) {
  for (const std::uint32_t latency : {50U, 100U, 200U}) {
    EXPECT_EQ(cycles("block", latency), 1 + 19 + 3 * (latency + 2));
  }
}

// In the first pass lane 0 hits, which takes a cycle more than other instructions, and goes on to
// its miss while lane 1 waits. Its answer comes later than lane 1's, which is met there, and makes
// its second pass alone: four instructions, of which the load hits.
TEST(SlipCycles, OfAWarpThatSlipsAreThoseOfMissesSideBySide) {
  for (const std::uint32_t latency : {50U, 100U, 200U}) {
    EXPECT_EQ(cycles("slip", latency), 1 + 19 + 4 + 2 * (latency + 2) + 2);
  }
}

TEST(SlipCycles, CountWhoIsLeftBehindAndMet) {
  const LaunchStatistics s = run_program(two_lanes("slip", 100), leapfrog(), range_1d(2, 2));
  EXPECT_EQ(s.slip.slips, 1U);
  EXPECT_EQ(s.slip.left_behind_lanes, 1U);
  EXPECT_EQ(s.slip.met_lanes, 1U);
  EXPECT_EQ(s.slip.full_tables, 0U);
  EXPECT_EQ(s.slip.most_slip, 1U);
  EXPECT_EQ(s.warp_instructions, 23U);
}

// In the first pass lane 0 hits and waits for lane 1, for as long as a miss takes.
TEST(SlipCycles, TheLedgerOfABlockingWarpSaysWhatHitsWaitForMisses) {
  const LaunchStatistics s = run_program(two_lanes("block", 100), leapfrog(), range_1d(2, 2));
  constexpr unsigned kSlots = 2 * 2;  // both pipes, both lanes
  EXPECT_EQ(s.ledger[SlotCause::MemoryDivergence], (100 + 2) * kSlots);
}

}  // namespace
}  // namespace lanefold
