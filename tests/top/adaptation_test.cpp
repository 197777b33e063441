// SPDX-License-Identifier: Apache-2.0
// A core that looks for its width and depth (IPDPS'12 sections IV and VI), cycle by cycle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/top/wide_core.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;

MachineConfig adaptive(AdaptationStrategy strategy) {
  MachineConfig config = wide_core("warps");
  config.core.adaptation.strategy = strategy;
  config.core.adaptation.convergence = AdaptationConvergence::Inc;
  return config;
}

/// So many groups of a warp.
LaunchStatistics run_groups(const MachineConfig& config, unsigned groups) {
  return run_program(config, steps(10), range_1d(32 * groups, 32));
}

std::vector<std::string> path_of(const LaunchStatistics& launch) {
  std::vector<std::string> path;
  for (const AdaptationStep& step : launch.adaptation_path) {
    path.push_back(step.simd + " " + std::to_string(step.cycles) + " " +
                   std::to_string(step.tasks));
  }
  return path;
}

constexpr std::uint64_t kGroup = 1 + 10;  // a cycle to start, and ten instructions
constexpr std::uint64_t kDivision = 10;   // section IV-A
constexpr std::uint64_t kSlots = 2 * 32;  // of both pipes in a cycle

// An interval is over when two work-items for each thread have ended: two groups.
TEST(AdaptationCycles, OfTheDepthEndAtOnceWhereThereIsOneWarp) {
  const LaunchStatistics s = run_groups(adaptive(AdaptationStrategy::DepthOnly), 100);
  EXPECT_THAT(path_of(s), ElementsAre("32x1 22 64", "32x1 0 0"));
  EXPECT_EQ(s.cycles, 100 * kGroup + kDivision);
  EXPECT_EQ(s.adaptation.search_cycles, 2 * kGroup + kDivision);
  EXPECT_EQ(s.ledger[SlotCause::Reconfiguration], kDivision * kSlots);
  EXPECT_EQ(s.ledger[SlotCause::Draining], 0U);
}

// RobustDWS: one interval more, in which the warp divides. Nothing misses, so it gains nothing.
TEST(AdaptationCycles, OfASearchWithDivisionMatchAnInterval) {
  MachineConfig config = adaptive(AdaptationStrategy::DepthOnly);
  config.core.on_miss = OnMiss::Divide;
  const LaunchStatistics s = run_groups(config, 100);
  EXPECT_THAT(path_of(s), ElementsAre("32x1 22 64", "32x1 with division 22 64", "32x1 0 0"));
  EXPECT_EQ(s.cycles, 100 * kGroup + 2 * kDivision);
  EXPECT_EQ(s.adaptation.intervals, 2U);
}

TEST(AdaptationCycles, OfTooFewTasksForASearchMatchDividingWarps) {
  MachineConfig config = adaptive(AdaptationStrategy::Dwrep);
  config.core.on_miss = OnMiss::Divide;
  const LaunchStatistics s = run_groups(config, 10);
  EXPECT_THAT(path_of(s), ElementsAre("32x1 with division 0 0"));
  EXPECT_EQ(s.cycles, 10 * kGroup);
  EXPECT_EQ(s.adaptation.defaults, 1U);
}

// With 31 lanes, a group takes two turns: the last work-item comes alone.
TEST(AdaptationCycles, OfTheWidthTryNarrowerOnes) {
  const LaunchStatistics s = run_groups(adaptive(AdaptationStrategy::Dwrep), 100);
  EXPECT_THAT(path_of(s), ElementsAre("32x1 22 64", "31x1 44 64", "32x1 0 0"));
  EXPECT_EQ(s.cycles, 102 * kGroup + 2 * kDivision);
  EXPECT_EQ(s.adaptation.search_cycles, 6 * kGroup + 2 * kDivision);
  EXPECT_EQ(s.adaptation.intervals, 2U);
  EXPECT_EQ(s.adaptation.chosen, 1U);
}

// The slices of 31 lanes and of one run at the same time. When 31 + 1 + 31 + 1 work-items have
// ended, a third group has begun in the wide slice, whose ten instructions are waited for; in the
// other pipe nothing happens meanwhile. Its last work-item comes in the next division.
TEST(AdaptationCycles, WaitForWorkItemsThatHaveBegun) {
  const LaunchStatistics s = run_groups(adaptive(AdaptationStrategy::WidthOnly), 100);
  EXPECT_THAT(path_of(s), ElementsAre("32x1 22 64", "31x2 51 95", "32x1 0 0"));
  EXPECT_EQ(s.adaptation.draining_cycles, 10U);
  EXPECT_EQ(s.ledger[SlotCause::Draining], 10 * kSlots / 2);
  EXPECT_EQ(s.ledger[SlotCause::OtherSlice], 3 * 10 * 1 + 2 * 10 * 31U);
  EXPECT_EQ(s.cycles, 2 * kGroup + kDivision + 51 + kDivision + (1 + 95) * kGroup);
}

// Neither depth, or neither depth and one width, has a neighbour: a comparison of five steps, and
// two or four looks. The width below gains nothing: a comparison alone.
TEST(AdaptationCycles, OfTheSearchAreThoseOfItsSteps) {
  for (const std::uint32_t cycles : {1U, 3U}) {
    MachineConfig config = adaptive(AdaptationStrategy::DepthOnly);
    config.core.adaptation.step_cycles = cycles;
    EXPECT_EQ(run_groups(config, 100).cycles, 100 * kGroup + kDivision + (5 + 2) * cycles);
    config.core.adaptation.strategy = AdaptationStrategy::Dwrep;
    const LaunchStatistics s = run_groups(config, 100);
    EXPECT_EQ(s.cycles, 102 * kGroup + 2 * kDivision + (5 + 4 + 5) * cycles);
    EXPECT_EQ(s.adaptation.reconfiguration_cycles, 2 * kDivision + (5 + 4 + 5) * cycles);
    EXPECT_EQ(s.ledger[SlotCause::Reconfiguration], s.adaptation.reconfiguration_cycles * kSlots);
  }
}

/// Slices of a warp wait for their results for eight cycles, which more of them hide: the ALU has
/// four lanes, and skips those of other slices.
std::vector<std::string> path_of_deep_pipe(unsigned margin, WidthStep width_step) {
  MachineConfig config = adaptive(AdaptationStrategy::Dwrep);
  config.core.alu_width = 4;
  config.core.compaction = CompactionPolicy::Bcc;
  config.core.pipes.fpu_latency = 8;
  config.core.adaptation.convergence = AdaptationConvergence::Anneal;
  config.core.adaptation.tasks_per_thread = 4;
  config.core.adaptation.margin = margin;
  config.core.adaptation.width_step = width_step;
  return path_of(run_groups(config, 400));
}

// The whole warp takes 16 cycles for an instruction, in eight of which the ALU is free. One slice
// of 16 lanes takes twelve for half of the work; two share them.
TEST(AdaptationCycles, OfAStepInWidthThatKeepsTheThreadsGainWhereTheOtherDoesNot) {
  EXPECT_THAT(path_of_deep_pipe(0, WidthStep::Depth),
              ElementsAre("32x1 644 128", "16x1 968 128", "24x1 968 128", "28x1 968 128",
                          "30x1 1008 128", "31x1 1008 128", "32x1 0 0"));
  EXPECT_THAT(path_of_deep_pipe(0, WidthStep::Threads),
              ElementsAre("32x1 644 128", "16x2 605 144", "16x1 968 128", "24x1 988 136",
                          "8x4 509 152", "8x3 610 144", "12x3 558 152", "4x8 461 156",
                          "4x7 548 152", "6x5 609 148", "2x16 799 158", "4x7 549 154",
                          "5x6 666 151", "3x11 809 159", "4x7 549 154", "4x8 0 0"));
}

TEST(AdaptationCycles, WithAMarginMeasureEachGainTwice) {
  EXPECT_THAT(
      path_of_deep_pipe(5, WidthStep::Threads),
      ElementsAre("32x1 644 128", "16x2 605 144", "16x2 605 144", "16x1 968 128", "24x1 968 128",
                  "8x4 509 152", "8x4 509 152", "8x3 610 144", "12x3 558 152", "4x8 461 156",
                  "4x8 461 156", "4x7 548 152", "6x5 609 152", "2x16 799 158", "4x7 549 154",
                  "5x6 666 151", "3x11 809 159", "4x7 549 154", "4x8 0 0"));
  EXPECT_EQ(path_of_deep_pipe(20, WidthStep::Threads).back(), "32x1 0 0") << "16x2 gains 16.5 %";
}

// 30 intervals of 64 work-items are enough (section VI-C).
TEST(AdaptationCycles, SettleForTwoSlicesOfEightLanesWhereThereIsTooLittleToDo) {
  MachineConfig narrow = adaptive(AdaptationStrategy::Dwrep);
  narrow.core.adaptation.small_launches = "8x2";
  const LaunchStatistics few = run_groups(narrow, 59);
  EXPECT_THAT(path_of(few), ElementsAre("8x2 0 0"));
  MachineConfig whole = narrow;
  whole.core.adaptation.small_launches = "warps";
  EXPECT_THAT(path_of(run_groups(whole, 59)), ElementsAre("32x1 0 0"));
  EXPECT_EQ(few.adaptation.defaults, 1U);
  EXPECT_EQ(few.adaptation.intervals + few.adaptation.chosen, 0U);
  EXPECT_EQ(few.cycles, 1 + 59 * 4 * 10U) << "one slice issues while another takes work-items";
  EXPECT_EQ(run_groups(adaptive(AdaptationStrategy::Dwrep), 60).adaptation.intervals, 2U);
}

TEST(AdaptationCycles, BeginAgainWithEveryLaunch) {
  const auto machine = make_timed_machine(adaptive(AdaptationStrategy::Dwrep));
  const auto program = make_program(steps(10));
  machine->allocate(4096);
  for (unsigned launch = 0; launch < 2; ++launch) {
    machine->launch(*program, "k", range_1d(32 * 100, 32), {});
  }
  EXPECT_EQ(path_of(machine->launches()[1]), path_of(machine->launches()[0]));
  EXPECT_EQ(machine->launches()[1].cycles, machine->launches()[0].cycles);
}

}  // namespace
}  // namespace lanefold
