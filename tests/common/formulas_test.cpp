// SPDX-License-Identifier: Apache-2.0
// Ratios and tables made from counters.
#include "decisions/statistics/formulas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "decisions/statistics/resource_use.h"
#include "tests/common/statistics_examples.h"

namespace lanefold {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Formulas, SimdEfficiencyIsActiveLanesPerOfferedLane) {
  EXPECT_DOUBLE_EQ(simd_efficiency(example()), 20.0 / 32.0);
  EXPECT_EQ(simd_efficiency(LaunchStatistics{}), 0);
}

TEST(Formulas, GainIsThePartSaved) {
  EXPECT_DOUBLE_EQ(gain(8, 6), 0.25);
  EXPECT_DOUBLE_EQ(gain(8, 10), -0.25);
  EXPECT_EQ(gain(0, 5), 0);
}

TEST(Formulas, IdealCyclesComeFromActiveLanesOrFromScc) {
  EXPECT_DOUBLE_EQ(ideal_eu_cycles(example()), 5);
  LaunchStatistics functional = example();
  functional.ideal_slots = 0;
  EXPECT_DOUBLE_EQ(ideal_eu_cycles(functional), 5);
  LaunchStatistics slack = example();
  slack.ideal_slots = 18;
  EXPECT_DOUBLE_EQ(ideal_eu_cycles(slack), 4.5);
}

TEST(Formulas, IdealCyclesDoNotDependOnHowLongAPassOccupiesThePipe) {
  LaunchStatistics slow = example();
  slow.ideal_slots = 18;
  slow.ledger.charge(SlotCause::Useful, 2 * 18);
  EXPECT_DOUBLE_EQ(ideal_eu_cycles(slow), 4.5);
}

TEST(Formulas, PartOfIdealComparesSavedWithAvoidableCycles) {
  EXPECT_DOUBLE_EQ(part_of_ideal(example(), 8), 0);
  EXPECT_DOUBLE_EQ(part_of_ideal(example(), 5), 1);
  EXPECT_DOUBLE_EQ(part_of_ideal(LaunchStatistics{}, 0), 1);
}

TEST(Formulas, PolicyResultsMarkTheTimedPolicy) {
  const std::vector<PolicyResult> results = policy_results(example(), CompactionPolicy::Bcc);
  ASSERT_EQ(results.size(), 4U);
  for (const PolicyResult& result : results)
    EXPECT_EQ(result.timed, result.policy == CompactionPolicy::Bcc);
  EXPECT_EQ(results[3].eu_cycles, 5U);
}

TEST(Formulas, PolicyResultsGiveATimedPolicyOutsideThePaperALineOfItsOwn) {
  const std::vector<PolicyResult> results = policy_results(example(), CompactionPolicy::SccFifo);
  ASSERT_EQ(results.size(), 5U);
  EXPECT_EQ(results.back().policy, CompactionPolicy::SccFifo);
  EXPECT_EQ(results.back().eu_cycles, 8U);
  EXPECT_TRUE(results.back().timed);
  EXPECT_FALSE(results[3].timed);
}

TEST(Formulas, PolicyResultsAreNotTimedWhereSlicesTakeFewerCyclesThanTheirMasks) {
  LaunchStatistics sliced = example();
  sliced.timed_eu_cycles = 6;
  for (const PolicyResult& result : policy_results(sliced, CompactionPolicy::None)) {
    EXPECT_FALSE(result.timed);
  }
}

TEST(Formulas, PolicyResultsOfAFunctionalRunAreNotTimed) {
  LaunchStatistics functional = example();
  functional.timed = false;
  for (const CompactionPolicy policy : {CompactionPolicy::Scc, CompactionPolicy::SccFifo}) {
    const std::vector<PolicyResult> results = policy_results(functional, policy);
    ASSERT_EQ(results.size(), 4U);
    for (const PolicyResult& result : results) EXPECT_FALSE(result.timed);
  }
}

/// Twenty cycles until memory is idle, ten of which belong to the kernel; a switch at half the
/// clock.
struct MemoryExample {
  MachineConfig machine;
  LaunchStatistics statistics = example();

  MemoryExample() {
    machine.clock_mhz = 1000;
    machine.interconnect.clock_mhz = 500;
    machine.interconnect.lines_per_cycle = 1;
    machine.interconnect.bandwidth_mb_s = 32000;
    machine.dram.bandwidth_mb_s = 16000;
    statistics.memory_cycles = 20;
    statistics.bank_conflict_cycles = 1;
    statistics.send_wait_cycles = 2;
    statistics.local_wait_cycles = 3;
    statistics.memory = {
        {"l1", 1, {{"wait_cycles", "cycles", 4}, {"stall_cycles", "cycles", 5}}, {}},
        {"interconnect",
         1,
         {{"requests", "messages", 5},
          {"request_wait_cycles", "cycles", 6},
          {"responses", "messages", 5},
          {"response_bytes", "bytes", 2 * (64 + 8) + 3 * 8},
          {"response_lines", "lines", 2},
          {"response_wait_cycles", "cycles", 7}},
         {}},
        {"directory", 1, {{"wait_cycles", "cycles", 8}}, {}},
        {"dram",
         1,
         {{"read_bytes", "bytes", 128},
          {"written_bytes", "bytes", 192},
          {"waited_cycles", "cycles", 9},
          {"read_cycles", "cycles", 30},
          {"reading_cycles", "cycles", 12}},
         {}}};
  }
};

TEST(Formulas, MemoryLevelParallelismIsOfTheCyclesWithReads) {
  EXPECT_DOUBLE_EQ(memory_level_parallelism(MemoryExample().statistics), 2.5);
  EXPECT_EQ(memory_level_parallelism(LaunchStatistics()), 0);
}

TEST(Formulas, BandwidthsAreOfTheCyclesUntilMemoryIsIdle) {
  const MemoryExample example;
  const std::vector<Bandwidth> links = bandwidths(example.statistics, example.machine);
  const std::vector<std::tuple<std::string, double, double>> expected{
      {"interconnect_requests", 5 / 20.0, 0.5},
      {"interconnect_lines", 2 / 20.0, 0.5},
      {"interconnect_responses", 168 / 20.0, 32},
      {"dram", 320 / 20.0, 16}};
  ASSERT_EQ(links.size(), expected.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    EXPECT_EQ(links[i].name, std::get<0>(expected[i]));
    EXPECT_DOUBLE_EQ(links[i].used, std::get<1>(expected[i])) << links[i].name;
    EXPECT_DOUBLE_EQ(links[i].available, std::get<2>(expected[i])) << links[i].name;
  }
}

TEST(Formulas, MemoryStallsAreInCoreCyclesFromTheCoresDown) {
  const MemoryExample example;
  std::vector<std::pair<std::string, std::uint64_t>> stalls;
  for (const MemoryStall& stall : memory_stalls(example.statistics, example.machine)) {
    stalls.emplace_back(stall.name, stall.cycles);
  }
  using ::testing::Pair;
  EXPECT_THAT(stalls,
              ::testing::ElementsAre(
                  Pair("lane_banks", 1), Pair("load_store_unit", 2), Pair("local_memory", 3),
                  Pair("l1_banks", 4), Pair("l1_registers", 5), Pair("interconnect_requests", 12),
                  Pair("interconnect_responses", 14), Pair("directory", 8), Pair("dram", 9)));
  RunRecord run = example_run();
  run.machine = example.machine;
  run.launches = {example.statistics};
  const auto json = nlohmann::json::parse(statistics_json(run));
  EXPECT_EQ(json["total"]["memory_stalls"]["interconnect_requests"], 12);
  EXPECT_THAT(statistics_text(run), HasSubstr("memory stalls"));
}

TEST(Formulas, TextLeavesOutWhatIsZeroAndNamesTheLimit) {
  RunRecord run = example_run();
  run.launches.resize(1);
  LaunchStatistics& launch = run.launches.front();
  launch.barriers = 0;
  launch.ledger.slots = {};
  launch.ledger.charge(SlotCause::MemoryWait, 30);
  const std::string text = statistics_text(run);
  EXPECT_THAT(text, Not(HasSubstr("\nbarriers ")));
  EXPECT_THAT(text, HasSubstr(" other counters are zero (--stats writes all)\n"));
  EXPECT_THAT(text, HasSubstr("\nmemory_wait  "));
  EXPECT_THAT(text, Not(HasSubstr("\nbarrier_wait ")));
  EXPECT_THAT(text, EndsWith(limit_sentence(launch, run.machine) + "\n"));
  launch.barriers = 7;
  EXPECT_THAT(statistics_text(run), HasSubstr("\nbarriers "));
}

TEST(Formulas, LaneClassesMatchFigure9) {
  LaunchStatistics statistics = example();
  statistics.active_lanes[1] = 3;
  const std::vector<LaneClass> simd16 = lane_classes(statistics);
  ASSERT_EQ(simd16.size(), 4U);
  EXPECT_EQ(simd16[0].name(), "1-4");
  EXPECT_EQ(simd16[0].instructions, 4U);
  EXPECT_EQ(simd16[3].name(), "13-16");
  EXPECT_EQ(simd16[3].instructions, 1U);
  statistics.warp_width = 8;
  ASSERT_EQ(lane_classes(statistics).size(), 2U);
  EXPECT_EQ(lane_classes(statistics)[1].name(), "5-8");
  statistics.warp_width = 10;
  EXPECT_EQ(lane_classes(statistics).back().name(), "9-10");
}

}  // namespace
}  // namespace lanefold
