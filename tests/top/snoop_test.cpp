// SPDX-License-Identifier: Apache-2.0
// Load and snoop (SC'09 section 4.2): never waits for a miss, and lanes that miss get no value.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/top/leapfrog.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;

/// Where the two lanes snoop: the line at 0 is there, others are not.
struct Snooped {
  int offset;
  int shift;  ///< lane 1 by 1 << shift further
};
constexpr Snooped kBothHit{0, 2}, kOneMisses{0, 6}, kBothMiss{64, 6};

/// Behind the snoop, 300 instructions of one cycle that do not need it; with the last it is read
/// which lanes hit.
Code snoop_and_count(Snooped at) {
  constexpr int kPasses = 150;
  return {lui(5, kGlobalBase),
          lw(7, 5),
          local_id(6),
          encode(Opcode::Slli, {8, 6, 0, 0, at.shift}),
          add(5, 5, 8),
          addi(10, 0, kPasses),
          encode(Opcode::SnoopW, {7, 5, 0, 0, at.offset}),
          encode(Opcode::Csrrs, {9, 0, 0, 0, static_cast<int>(WorkItemCsr::SnoopHit)}),
          addi(10, 10, -1),
          branch(Opcode::Bne, 10, 0, -4),
          kExit};
}

// One cycle to start; 9 instructions, and 300 of the loop. The load takes two cycles more than
// memory, and the four instructions behind it do not wait for it if loads do not block. The snoop
// takes one more than other instructions, as a load that hits.
TEST(Snoop, TakesTheTimeOfAHit) {
  for (const std::uint32_t latency : {50U, 100U, 200U}) {
    for (const Snooped at : {kBothHit, kOneMisses, kBothMiss}) {
      const auto cycles = [&](OnMiss on_miss) {
        return cycles_of(two_lanes(on_miss, latency), snoop_and_count(at));
      };
      const std::uint64_t expected = 1 + 9 + 300 + (latency + 2) + 1;
      EXPECT_EQ(cycles(OnMiss::Block), expected);
      EXPECT_EQ(cycles(OnMiss::Slip), expected);
      EXPECT_EQ(cycles(OnMiss::StallOnUse), expected - 4);
    }
  }
}

TEST(Snoop, DoesNotWaitForARegisterThatHoldsMisses) {
  MachineConfig config = two_lanes(OnMiss::Block, 200);
  const std::uint64_t expected = cycles_of(config, snoop_and_count(kBothHit));
  config.l1.mshrs = 1;
  EXPECT_EQ(cycles_of(config, snoop_and_count(kBothMiss)), expected);
}

TEST(Snoop, CountsTheLanesThatMiss) {
  const LaunchStatistics s =
      run_program(two_lanes(OnMiss::Slip, 100), snoop_and_count(kOneMisses), range_1d(2, 2));
  EXPECT_EQ(s.loads, 2U);
  EXPECT_EQ(s.load_lanes, 4U);
  EXPECT_EQ(s.missed_lanes, 2U + 1U);
  EXPECT_EQ(s.divergent_loads, 1U);
  EXPECT_EQ(s.slip.slips, 0U);
}

/// A kernel that stores for each work-item, which has a line of its own: whether the first snoop
/// hits, its value, the value of the one that hits, and whether there was another in between. The
/// lines of even ones are there.
std::shared_ptr<const Program> snoop_twice() {
  return compile_program(R"(
      __kernel void k(__global uint* out, __global const uint* in) {
        const uint i = get_global_id(0);
        if (i % 2 == 0 && *(volatile __global const uint*)(in + 64 * i) == 0) return;
        uint first = 7, second = 7, tries = 0;
        const int hit = load_snoop(in + 64 * i, &first);
        while (!load_snoop(in + 64 * i, &second)) ++tries;
        out[4 * i] = hit;
        out[4 * i + 1] = first;
        out[4 * i + 2] = second;
        out[4 * i + 3] = tries != 0;
      })");
}
Job job_of_four() {
  Job job;
  job.range = range_1d(4, 4);
  job.out_words = 16;
  job.inputs = {counting(256, 1)};
  return job;
}
const Words kAllHit{1, 1, 1, 0, 1, 65, 65, 0, 1, 129, 129, 0, 1, 193, 193, 0};
const Words kOddOnesMiss{1, 1, 1, 0, 0, 0, 65, 1, 1, 129, 129, 0, 0, 0, 193, 1};

Words on_timed(const MachineConfig& config) {
  return run_job(*make_timed_machine(config), *snoop_twice(), job_of_four());
}

TEST(Snoop, GivesLanesThatMissZeroAndLaterTheirValue) {
  for (const char* name : {"ivb-eu", "manycore-dom", "mv5-wpu"}) {
    for (const OnMiss on_miss : {OnMiss::Block, OnMiss::Slip, OnMiss::StallOnUse}) {
      for (const DatapathFidelity datapath : {DatapathFidelity::Fast, DatapathFidelity::Exact}) {
        for (const ReconvergencePolicy reconvergence :
             {ReconvergencePolicy::Wto, ReconvergencePolicy::Ipdom}) {
          MachineConfig config = load_machine(name);
          config.core.on_miss = on_miss;
          config.core.datapath = datapath;
          config.core.reconvergence = reconvergence;
          EXPECT_EQ(on_timed(config), kOddOnesMiss) << name << ' ' << on_miss << ' ' << datapath;
        }
      }
    }
  }
}

TEST(Snoop, FindsItsLineInTheEndIfOneMissAtATimeIsHeld) {
  MachineConfig config = load_machine("mv5-wpu");
  config.l1.mshrs = config.l1.mshr_targets = 1;
  EXPECT_EQ(on_timed(config), kOddOnesMiss);
}

TEST(Snoop, AlwaysHitsWithoutACache) {
  MachineConfig config = load_machine("manycore-dom");
  config.l1.enabled = false;
  EXPECT_EQ(on_timed(config), kAllHit);
  expect_everywhere(*snoop_twice(), job_of_four(), kAllHit);
}

}  // namespace
}  // namespace lanefold
