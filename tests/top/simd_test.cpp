// SPDX-License-Identifier: Apache-2.0
// Warps that are divided by hand (IPDPS'12 section IV-A), cycle by cycle.
#include <gtest/gtest.h>

#include "tests/top/wide_core.h"

namespace lanefold {
namespace {

/// Each lane loads a word of its own: a line for eight lanes.
Code load() {
  return {lui(5, kGlobalBase), local_id(6), encode(Opcode::Slli, {6, 6, 0, 0, 2}),
          add(5, 5, 6),        lw(7, 5),    kExit};
}

// A cycle to start, and one for each instruction. Slices take turns.
TEST(SimdCycles, AddUpOverSlicesWhereNothingWaits) {
  for (const unsigned count : {10U, 20U}) {
    const auto cycles = [&](const char* simd) { return cycles_of(wide_core(simd), steps(count)); };
    EXPECT_EQ(cycles("warps"), 1 + count);
    EXPECT_EQ(cycles("32x1"), 1 + count);
    EXPECT_EQ(cycles("16x2"), 1 + 2 * count);
    EXPECT_EQ(cycles("8x4"), 1 + 4 * count);
    EXPECT_EQ(cycles("8x2"), 1 + 4 * count) << "one issues while the next takes its work-items";
    EXPECT_EQ(cycles("12x3"), 1 + 3 * count) << "of 12, 12 and 8 lanes";
    EXPECT_EQ(cycles("12x1"), 3 * (1 + count)) << "each starts when the one before has ended";
  }
}

// A miss takes two cycles more than memory. Slices that run together wait together.
TEST(SimdCycles, OfSlicesThatRunTogetherHideOneAnothersMisses) {
  for (const std::uint32_t latency : {100U, 200U}) {
    const auto cycles = [&](const char* simd) {
      MachineConfig config = wide_core(simd);
      config.dram.latency = latency;
      return cycles_of(config, load());
    };
    const std::uint64_t wait = latency + 2;
    EXPECT_EQ(cycles("warps"), 1 + 6 + wait);
    EXPECT_EQ(cycles("8x4"), 1 + 4 * 6 + wait);
    EXPECT_EQ(cycles("12x3"), 1 + 3 * 6 + wait);
    EXPECT_EQ(cycles("8x2"), 1 + 2 * (2 * 6 + wait)) << "half of the slices have to wait";
    EXPECT_EQ(cycles("12x1"), 3 * (1 + 6 + wait));
    EXPECT_EQ(cycles("8x1"), 4 * (1 + 6 + wait));
  }
}

/// The work-items meet at a barrier.
Code meet() {
  return {addi(5, 5, 1), addi(5, 5, 1), encode(Opcode::Barrier), addi(5, 5, 1), kExit};
}

// The barrier opens a cycle after the last slice has come.
TEST(SimdCycles, OfABarrierLetDormantSlicesComeToItInTurn) {
  const auto cycles = [&](const char* simd) { return cycles_of(wide_core(simd), meet()); };
  EXPECT_EQ(cycles("warps"), 1 + 5 + 1);
  EXPECT_EQ(cycles("8x4"), 1 + 4 * 5 + 1);
  EXPECT_EQ(cycles("8x2"), 1 + 4 * 5 + 1) << "one issues while another takes the place of a third";
  EXPECT_EQ(cycles("8x1"), 4 * (1 + 3) + 4 * (1 + 2))
      << "one after the other, before and behind it";
  EXPECT_EQ(cycles("12x1"), 3 * (1 + 3) + 3 * (1 + 2));
}

// Eight cores get a group in each cycle, in turn. The second of the last core starts in cycle 16,
// even if the first has come to its barrier before.
TEST(SimdCycles, OfADormantSliceBeginWhenItIsDispatched) {
  MachineConfig config = wide_core("32x1");
  config.cores = 8;
  config.core.warps = 2;
  const Code code{encode(Opcode::Barrier), kExit};
  EXPECT_EQ(run_program(config, code, range_1d(32 * 16, 32)).cycles, 16 + 2 + 1U);
  EXPECT_EQ(run_program(config, code, range_1d(32 * 8, 32)).cycles, 8 + 2 + 1U);
}

// IPDPS'12 figure 4: slices branch by themselves, without waiting for one another to come together.
// Lanes 0 to 15 skip ten instructions.
TEST(Simd, SlicesOfAWarpBranchIndependently) {
  Code code{local_id(5), addi(6, 0, 16), branch(Opcode::Blt, 5, 6, 4 * 11)};
  code.insert(code.end(), 10, addi(7, 7, 1));
  code.push_back(kExit);
  const auto launch = [&](const char* simd) {
    return run_program(wide_core(simd), code, range_1d(32, 32));
  };
  const LaunchStatistics whole = launch("32x1");
  EXPECT_EQ(whole.divergent_branches, 1U);
  EXPECT_EQ(whole.warp_instructions, 4 + 10U);
  const LaunchStatistics halves = launch("16x2");
  EXPECT_EQ(halves.divergent_branches, 0U);
  EXPECT_EQ(halves.warp_instructions, 4 + (4 + 10U));
  const LaunchStatistics quarters = launch("8x4");
  EXPECT_EQ(quarters.warp_instructions, 2 * 4 + 2 * (4 + 10U));
  EXPECT_EQ(quarters.active_lanes[8], quarters.warp_instructions) << "no lane is ever off";
}

// Ten instructions of a warp of eight quads. Slices of 6 lanes have 2, 2, 2, 2, 2 and 1 of them.
TEST(Simd, SlicesAreIssuedInQuadsOfTheWarpOrOfTheirOwn) {
  for (const DatapathFidelity datapath : {DatapathFidelity::Fast, DatapathFidelity::Exact}) {
    const auto quads = [&](const char* simd, CompactionPolicy policy, SliceQuads slice_quads) {
      MachineConfig config = wide_core(simd);
      config.core.alu_width = 4;
      config.core.compaction = policy;
      config.core.slice_quads = slice_quads;
      config.core.datapath = datapath;
      const std::uint64_t cycles = run_program(config, steps(10), range_1d(32, 32)).timed_eu_cycles;
      EXPECT_EQ(cycles % 10, 0U);
      return cycles / 10;
    };
    using Policy = CompactionPolicy;
    EXPECT_EQ(quads("8x4", Policy::None, SliceQuads::Warp), 4 * 8U);
    EXPECT_EQ(quads("8x4", Policy::None, SliceQuads::Slice), 4 * 2U);
    EXPECT_EQ(quads("8x4", Policy::Ivb, SliceQuads::Warp), 4 * 4U);
    EXPECT_EQ(quads("8x4", Policy::Ivb, SliceQuads::Slice), 4 * 2U);
    EXPECT_EQ(quads("6x6", Policy::None, SliceQuads::Slice), 5 * 2 + 1U);
    EXPECT_EQ(quads("6x6", Policy::Bcc, SliceQuads::Warp), 5 * 2 + 1U);
    EXPECT_EQ(quads("32x1", Policy::None, SliceQuads::Slice), 8U);
    EXPECT_EQ(quads("32x1", Policy::Ivb, SliceQuads::Slice), 8U);
  }
}

}  // namespace
}  // namespace lanefold
