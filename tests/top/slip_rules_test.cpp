// SPDX-License-Identifier: Apache-2.0
// The rules of Diverge on Miss that SC'09 leaves open or says in passing, cycle by cycle:
// core.slip.when_all_miss and core.slip.counts.
#include <gtest/gtest.h>

#include "tests/top/leapfrog.h"

namespace lanefold {
namespace {

MachineConfig machine(AllMiss when_all_miss, std::uint32_t latency = 100) {
  MachineConfig config = two_lanes(OnMiss::Slip, latency);
  config.core.slip.when_all_miss = when_all_miss;
  return config;
}

// Lane 1 misses at the first of three loads, lane 0 at the second, where lane 1 will hit, and both
// at the third. The line of lane 0's first load is there.
Code three_loads() {
  return {lui(5, kGlobalBase),
          lw(7, 5),
          local_id(6),
          encode(Opcode::Slli, {8, 6, 0, 0, 6}),
          add(9, 5, 8),
          encode(Opcode::Slli, {10, 6, 0, 0, 5}),
          add(10, 5, 10),
          lw(11, 9),
          encode(Opcode::Lw, {12, 10, 0, 0, 32}),
          encode(Opcode::Lw, {13, 9, 0, 0, 128}),
          kExit};
}

std::uint64_t cycles(AllMiss when_all_miss, std::uint32_t latency) {
  return cycles_of(machine(when_all_miss, latency), three_loads());
}

// Lane 0 waits for its second load, and then for its third. Lane 1 goes on when it has ended, and
// waits for its third load.
TEST(WhenAllMiss, LanesThatHaveTheirValuesWaitWithTheOthers) {
  for (const std::uint32_t latency : {50U, 100U, 200U}) {
    EXPECT_EQ(cycles(AllMiss::Wait, latency), 17 + 4 * (latency + 2));
  }
}

// Lane 1 goes on when its value comes, while lane 0 waits for its second load: the third load of
// both is on its way at once. Lane 1's second load, a hit of two cycles, takes no time of its own
// then, and the two lanes end together, in two cycles less.
TEST(WhenAllMiss, LanesThatHaveTheirValuesRun) {
  for (const std::uint32_t latency : {50U, 100U, 200U}) {
    EXPECT_EQ(cycles(AllMiss::ReadyLanes, latency), 13 + 3 * (latency + 2));
  }
}

// Figure 2: the value of lane 1 comes before that of lane 0's second load. It makes its second
// pass, whose load hits, and meets lane 0 there. slip_cycles_test.cpp has the others.
TEST(WhenAllMiss, LanesThatHaveTheirValuesRunInTheSituationOfFigure2) {
  for (const std::uint32_t latency : {50U, 100U, 200U}) {
    EXPECT_EQ(cycles_of(machine(AllMiss::ReadyLanes, latency), leapfrog()),
              1 + 19 + 2 * (latency + 2) + 1);
  }
  const LaunchStatistics s = run_program(machine(AllMiss::ReadyLanes), leapfrog(), range_1d(2, 2));
  EXPECT_EQ(s.slip.left_behind_lanes, 2U);
  EXPECT_EQ(s.slip.met_lanes, 2U);
  EXPECT_EQ(s.ledger[SlotCause::MemoryDivergence], 6U) << "each lane is alone for three ALU slots";
  EXPECT_EQ(s.ledger[SlotCause::CompactionSlack], 0U) << "they end together";
}

TEST(WhenAllMiss, NothingRunsWithoutSlip) {
  for (const AllMiss rule : all_of<AllMiss>()) {
    SCOPED_TRACE(rule);
    MachineConfig blocking = machine(rule);
    blocking.core.slip.max = 0;
    EXPECT_EQ(cycles_of(blocking, three_loads()),
              cycles_of(two_lanes(OnMiss::Block, 100), three_loads()));
  }
}

// Each lane misses on a path of its own. One cycle to start, nine instructions of one cycle each.
Code two_paths() {
  return {lui(5, kGlobalBase),
          local_id(6),
          encode(Opcode::Slli, {8, 6, 0, 0, 6}),
          add(9, 5, 8),
          branch(Opcode::Bne, 6, 0, 12),
          lw(11, 9),
          jump(8),
          lw(12, 9),
          kExit};
}

TEST(WhenAllMiss, OtherPathsRunIfTheyMay) {
  for (const std::uint32_t latency : {50U, 100U, 200U}) {
    const auto of = [&](AllMiss rule) { return cycles_of(machine(rule, latency), two_paths()); };
    EXPECT_EQ(of(AllMiss::Wait), 10 + 2 * (latency + 2));
    EXPECT_EQ(of(AllMiss::ReadyLanes), 10 + 2 * (latency + 2));
    EXPECT_EQ(of(AllMiss::OtherPaths), 10 + (latency + 2));
  }
}

// A stack runs one path after the other.
TEST(WhenAllMiss, NoOtherPathRunsOnAStack) {
  MachineConfig config = machine(AllMiss::OtherPaths);
  config.core.reconvergence = ReconvergencePolicy::Ipdom;
  EXPECT_EQ(cycles_of(config, two_paths()), 10 + 2 * 102);
}

// Lane 0 goes on without lane 1, and waits for its second and its third load while lane 1 is left
// behind: three decisions, each of which comes later. Lane 1 then is alone.
TEST(SlipLatency, IsThatOfEachDecision) {
  for (const std::uint32_t cycles_of_decision : {0U, 1U, 3U}) {
    MachineConfig config = machine(AllMiss::Wait);
    config.core.slip.latency = cycles_of_decision;
    EXPECT_EQ(cycles_of(config, three_loads()), 17 + 4 * 102 + 3 * cycles_of_decision);
  }
}

// All lines come while it is being decided who goes on without: nobody does, at any load.
TEST(SlipLatency, IsThatOfABlockingMachineWhereMemoryIsFaster) {
  for (const AllMiss rule : all_of<AllMiss>()) {
    for (const Code& code : {leapfrog(), three_loads(), two_paths()}) {
      MachineConfig config = machine(rule, 7);
      config.core.slip.latency = 16;
      EXPECT_EQ(cycles_of(config, code), cycles_of(two_lanes(OnMiss::Block, 7), code));
      EXPECT_EQ(run_program(config, code, range_1d(2, 2)).slip.left_behind_lanes, 0U);
    }
  }
}

// Lane 0 goes on, and waits for the line that lane 1 waits for. When it comes, lane 1 has been left
// behind, so that it is decided anew who goes on.
TEST(SlipLatency, BeginsAgainWithALineThatSomebodyLeftBehindWaitsForToo) {
  const Code code{lui(5, kGlobalBase),
                  lw(7, 5),
                  local_id(6),
                  encode(Opcode::Slli, {8, 6, 0, 0, 6}),
                  add(9, 5, 8),
                  lw(11, 9),
                  encode(Opcode::Lw, {12, 5, 0, 0, 64}),
                  kExit};
  const auto of = [&](std::uint32_t latency) {
    MachineConfig config = machine(AllMiss::ReadyLanes);
    config.core.slip.latency = latency;
    return cycles_of(config, code);
  };
  const std::uint64_t at_once = of(0);
  for (const std::uint32_t latency : {1U, 3U, 7U})
    EXPECT_EQ(of(latency), at_once + latency) << latency;
}

// With two lanes on loads that hit, and nobody left behind, there is nothing to be decided.
TEST(SlipLatency, IsNoneWhereNobodyIsLeftBehind) {
  const Code code{lui(5, kGlobalBase), lw(7, 5), lw(8, 5), lw(9, 5), kExit};
  for (const std::uint32_t most : {0U, 64U}) {
    MachineConfig config = machine(AllMiss::Wait);
    config.core.slip.max = most;
    const std::uint64_t at_once = cycles_of(config, code);
    config.core.slip.latency = 16;
    EXPECT_EQ(cycles_of(config, code), at_once) << "the decision is over before the line comes";
  }
}

// Lane 1 misses. Lane 0 hits there, and at three loads that follow.
TEST(SlipCounts, AllLoadsOrThoseAtWhichALaneStays) {
  const Code code{
      lui(5, kGlobalBase), lw(7, 5),  local_id(6), encode(Opcode::Slli, {8, 6, 0, 0, 6}),
      add(9, 5, 8),        lw(11, 9), lw(12, 9),   lw(13, 9),
      lw(14, 9),           kExit};
  const auto most = [&](SlipCount counts) {
    MachineConfig config = machine(AllMiss::Wait);
    config.core.slip.counts = counts;
    return run_program(config, code, range_1d(2, 2)).slip.most_slip;
  };
  EXPECT_EQ(most(SlipCount::Loads), 4U);
  EXPECT_EQ(most(SlipCount::DivergentLoads), 1U);
}

}  // namespace
}  // namespace lanefold
