// SPDX-License-Identifier: Apache-2.0
// Slices that divide while they run (dynamic warp subdivision), cycle by cycle.
#include <gtest/gtest.h>

#include "lanefold/error.h"
#include "tests/top/leapfrog.h"
#include "tests/top/wide_core.h"

namespace lanefold {
namespace {

MachineConfig dividing(LoadDivision division, std::uint32_t latency) {
  MachineConfig config = two_lanes(OnMiss::Divide, latency);
  config.core.division = division;
  return config;
}

// SC'09 figure 2. All three loads of a warp that blocks miss. Here lane 0, which hits, leaves lane
// 1 at the first load of the loop and goes on to its own miss. Lane 1, whose second load hits, is
// done with that in the cycle in which lane 0 gets its value: they are one slice again. So the
// cycles are lane 0's: 19 instructions, of which the hit takes one cycle more, and two misses.
TEST(SubdivisionCycles, OfLanesThatMissInTurnOverlapTheirMisses) {
  for (const std::uint32_t latency : {50U, 100U, 200U}) {
    for (const LoadDivision division :
         {LoadDivision::Eager, LoadDivision::Lazy, LoadDivision::Revive}) {
      const LaunchStatistics s =
          run_program(dividing(division, latency), leapfrog(), range_1d(2, 2));
      EXPECT_EQ(s.subdivision.at_loads, 1U);
      EXPECT_EQ(s.subdivision.early_reunions, 1U);
      EXPECT_EQ(s.subdivision.reunions, 0U);
      EXPECT_EQ(s.warp_instructions, 19 + 4U) << "the loop once by each lane";
      EXPECT_EQ(s.cycles, 1 + 19 + 1 + 2 * (latency + 2));
    }
  }
}

/// Lanes 16 to 31 of a warp load a word that is not there, the others one that is, and all go on.
Code half_misses() {
  Code code{lui(5, kGlobalBase),
            lw(7, 5),
            local_id(6),
            encode(Opcode::Srli, {6, 6, 0, 0, 4}),
            encode(Opcode::Andi, {6, 6, 0, 0, 1}),
            encode(Opcode::Slli, {6, 6, 0, 0, 10}),
            add(5, 5, 6),
            lw(7, 5)};
  const Code rest = steps(10);
  code.insert(code.end(), rest.begin(), rest.end());
  return code;
}

// The load leads to the end of the kernel by no loop: lanes end by themselves. Those that hit have
// ended when the others get their values.
TEST(SubdivisionCycles, OfLanesThatNeverMeetEndWithTheLast) {
  MachineConfig config = wide_core("32x1");
  const LaunchStatistics blocked = run_program(config, half_misses(), range_1d(32, 32));
  config.core.on_miss = OnMiss::Divide;
  const LaunchStatistics divided = run_program(config, half_misses(), range_1d(32, 32));
  EXPECT_EQ(divided.cycles, blocked.cycles);
  EXPECT_EQ(divided.warp_instructions, blocked.warp_instructions + 10);
  EXPECT_EQ(divided.subdivision.at_loads, 1U);
  EXPECT_EQ(divided.subdivision.reunions + divided.subdivision.early_reunions, 0U);
  EXPECT_EQ(divided.active_lanes[16], 20U);
  EXPECT_EQ(divided.ledger[SlotCause::OtherSlice], 10 * 16U) << "until those that hit have ended";
}

// Two warps. When the first has been looked up, the second can run, so only an eager one divides.
TEST(SubdivisionCycles, OfLazyWarpsThatDivideOnlyWhenIdle) {
  const auto divisions = [](LoadDivision division) {
    MachineConfig config = wide_core("32x2");
    config.core.warps = 2;
    config.core.on_miss = OnMiss::Divide;
    config.core.division = division;
    return run_program(config, half_misses(), range_1d(64, 64)).subdivision.at_loads;
  };
  EXPECT_EQ(divisions(LoadDivision::Eager), 2U);
  EXPECT_EQ(divisions(LoadDivision::Lazy), 1U);
  EXPECT_EQ(divisions(LoadDivision::Revive), 2U) << "the first as soon as the second waits, too";
}

/// if (lane < 16) load a word; else load another; then ten instructions.
Code two_paths() {
  Code code{lui(5, kGlobalBase),
            local_id(6),
            addi(8, 0, 16),
            branch(Opcode::Blt, 6, 8, 3 * 4),
            lw(7, 5),
            jump(3 * 4),
            addi(5, 5, 1024),
            lw(7, 5)};
  const Code rest = steps(10);
  code.insert(code.end(), rest.begin(), rest.end());
  return code;
}

// Paths of a branch miss side by side, and meet behind it. In the order of ways the new slice has
// the path whose load is the second instruction, and begins a cycle later.
TEST(SubdivisionCycles, OfPathsThatMissSideBySideMatchOneMiss) {
  for (const ReconvergencePolicy reconvergence :
       {ReconvergencePolicy::Wto, ReconvergencePolicy::Ipdom}) {
    for (const std::uint32_t latency : {100U, 200U}) {
      MachineConfig config = wide_core("32x1");
      config.core.reconvergence = reconvergence;
      config.dram.latency = latency;
      const LaunchStatistics serial = run_program(config, two_paths(), range_1d(32, 32));
      EXPECT_EQ(serial.cycles, 1 + 4 + 4 + 10 + 2 * (latency + 2)) << reconvergence;
      config.core.on_branch = OnBranch::Divide;
      const LaunchStatistics divided = run_program(config, two_paths(), range_1d(32, 32));
      EXPECT_EQ(divided.subdivision.at_branches, 1U);
      EXPECT_EQ(divided.subdivision.reunions, 1U);
      EXPECT_EQ(divided.warp_instructions, serial.warp_instructions);
      const unsigned later = config.core.reconvergence == ReconvergencePolicy::Wto ? 1 : 0;
      EXPECT_EQ(divided.cycles, 1 + 4 + 3 + 10 + later + (latency + 2)) << reconvergence;
    }
  }
}

TEST(Subdivision, StopsWhereTheTableIsFull) {
  MachineConfig config = wide_core("32x1");
  config.core.on_miss = OnMiss::Divide;
  config.core.slices = 1;
  const LaunchStatistics s = run_program(config, half_misses(), range_1d(32, 32));
  EXPECT_EQ(s.subdivision.at_loads, 0U);
  EXPECT_EQ(s.subdivision.refused, 1U);
}

/// Half of the lanes miss; then all meet at a barrier, and go on.
TEST(Subdivision, LanesUniteAtABarrier) {
  MachineConfig config = wide_core("32x1");
  config.core.on_miss = OnMiss::Divide;
  Code code = half_misses();
  code.insert(code.begin() + 10, encode(Opcode::Barrier));
  const LaunchStatistics s = run_program(config, code, range_1d(32, 32));
  EXPECT_EQ(s.subdivision.at_loads, 1U);
  EXPECT_EQ(s.subdivision.early_reunions, 1U);
  EXPECT_EQ(s.barriers, 2U) << "of two slices";
  EXPECT_EQ(s.active_lanes[16], 2 * 3U) << "two instructions and the barrier";
}

}  // namespace
}  // namespace lanefold
