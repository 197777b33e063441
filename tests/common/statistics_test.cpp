// SPDX-License-Identifier: Apache-2.0
// Tests of sums, formulas and reports of statistics.
#include "lanefold/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "common/formulas.h"
#include "common/statistics_walk.h"
#include "lanefold/error.h"
#include "lanefold/statistics_report.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Two SIMD16 instructions on a 4-wide ALU: one full, one with lanes 0, 4, 8, 12.
LaunchStatistics example() {
  LaunchStatistics statistics;
  statistics.kernel = "k";
  statistics.timed = true;
  statistics.warp_width = 16;
  statistics.alu_width = 4;
  statistics.cores = 1;
  statistics.cycles = 10;
  statistics.warp_instructions = 2;
  statistics.alu_instructions = 2;
  statistics.lane_instructions = 20;
  statistics.active_lanes[16] = 1;
  statistics.active_lanes[4] = 1;
  statistics.eu_cycles.cycles = {8, 8, 8, 5};
  statistics.timed_eu_cycles = 8;
  statistics.ideal_slots = 20;
  statistics.most_splits = 2;
  statistics.ledger.charge(SlotCause::Useful, 20);
  statistics.ledger.charge(SlotCause::ControlDivergence, 60);
  return statistics;
}

RunRecord example_run() {
  RunRecord run;
  run.program = "example";
  run.size = "tiny";
  run.seed = 7;
  run.checked = run.verified = true;
  run.values_checked = 3;
  run.launches = {example(), example()};
  return run;
}

TEST(Statistics, AddingSumsCountersAndKeepsIdentityAndMaximum) {
  LaunchStatistics sum = example();
  LaunchStatistics more = example();
  more.most_splits = 1;
  more.kernel = "other";
  sum.add(more);
  EXPECT_EQ(sum.kernel, "k");
  EXPECT_EQ(sum.warp_width, 16U);
  EXPECT_EQ(sum.cycles, 20U);
  EXPECT_EQ(sum.active_lanes[4], 2U);
  EXPECT_EQ(sum.eu_cycles["scc"], 10U);
  EXPECT_EQ(sum.timed_eu_cycles, 16U);
  EXPECT_EQ(sum.ideal_slots, 40U);
  EXPECT_EQ(sum.ledger.total(), 160U);
  EXPECT_EQ(sum.most_splits, 2U);
}

TEST(Statistics, AddingToItselfDoubles) {
  LaunchStatistics sum = example();
  sum.add(sum);
  EXPECT_EQ(sum.warp_instructions, 4U);
  EXPECT_EQ(sum.ledger.total(), 160U);
  EXPECT_EQ(sum.most_splits, 2U);
}

TEST(Statistics, EveryCauseHasItsOwnNameAndMeaning) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    names.emplace_back(slot_cause_name(static_cast<SlotCause>(i)));
    EXPECT_STRNE(slot_cause_help(static_cast<SlotCause>(i)), "");
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
  EXPECT_STREQ(slot_cause_name(SlotCause::RegisterFile), "register_file");
  EXPECT_STREQ(slot_cause_name(SlotCause::ControlDivergence), "control_divergence");
  EXPECT_THROW(slot_cause_name(static_cast<SlotCause>(kSlotCauses)), Error);
}

TEST(Statistics, OfMemoryRefuseACounterThatABlockDoesNotHave) {
  MemoryBlockStatistics dram;
  dram.name = "dram";
  dram.counters = {{"reads", "requests", 3}};
  EXPECT_EQ(dram["reads"], 3U);
  try {
    dram["hits"];
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the statistics of dram have no counter 'hits'");
  }
}

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
  const std::vector<PolicyResult> results = policy_results(example(), "bcc");
  ASSERT_EQ(results.size(), 4U);
  for (const PolicyResult& result : results) EXPECT_EQ(result.timed, result.policy == "bcc");
  EXPECT_EQ(results[3].eu_cycles, 5U);
}

TEST(Formulas, PolicyResultsGiveATimedPolicyOutsideThePaperALineOfItsOwn) {
  const std::vector<PolicyResult> results = policy_results(example(), "mine");
  ASSERT_EQ(results.size(), 5U);
  EXPECT_EQ(results.back().policy, "mine");
  EXPECT_EQ(results.back().eu_cycles, 8U);
  EXPECT_TRUE(results.back().timed);
  EXPECT_FALSE(results[3].timed);
}

TEST(Formulas, PolicyResultsOfAFunctionalRunAreNotTimed) {
  LaunchStatistics functional = example();
  functional.timed = false;
  for (const char* policy : {"scc", "mine"}) {
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
          {"waited_cycles", "cycles", 9}},
         {}}};
  }
};

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

TEST(Formulas, LaneClassesAreThoseOfFigure9) {
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

TEST(Report, TotalOfNoLaunchesIsEmpty) { EXPECT_EQ(total_of({}).warp_instructions, 0U); }

TEST(Report, TotalNamesAllWhenKernelsDiffer) {
  LaunchStatistics other = example();
  other.kernel = "other";
  EXPECT_EQ(total_of({example(), example()}).kernel, "k");
  EXPECT_EQ(total_of({example(), other}).kernel, "all");
}

TEST(Report, JsonCarriesSchemaMachineTotalsAndLaunches) {
  const auto json = nlohmann::json::parse(statistics_json(example_run()));
  EXPECT_EQ(json["schema"], "lanefold.statistics/3");
  EXPECT_EQ(json["program"], "example");
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["verified"], true);
  EXPECT_EQ(json["machine"]["core"]["warp_width"], 16);
  EXPECT_EQ(json["machine"]["core"]["compaction"], "ivb");
  EXPECT_EQ(json["launches"].size(), 2U);
  EXPECT_EQ(json["total"]["counters"]["cycles"], 20);
  EXPECT_EQ(json["total"]["histograms"]["active_lanes"].size(), 17U);
  EXPECT_EQ(json["total"]["active_lane_classes"]["1-4"], 2);
  EXPECT_EQ(json["total"]["ledger"]["total"], 160);
  EXPECT_EQ(json["total"]["policies"]["scc"]["eu_cycles"], 10);
  EXPECT_DOUBLE_EQ(json["total"]["policies"]["scc"]["gain_over_ivb"], 0.375);
  EXPECT_DOUBLE_EQ(json["total"]["simd_efficiency"], 0.625);
}

TEST(Report, JsonCarriesTheIndexSpaceOfEachLaunch) {
  RunRecord run = example_run();
  run.launches[0].dimensions = 2;
  run.launches[0].global_size = {64, 32, 1};
  run.launches[0].local_size = {8, 4, 1};
  run.launches[0].global_offset = {5, 0, 0};
  const auto json = nlohmann::json::parse(statistics_json(run));
  const nlohmann::json range{{"global", {64, 32}}, {"local", {8, 4}}, {"offset", {5, 0}}};
  EXPECT_EQ(json["launches"][0]["nd_range"], range);
  EXPECT_FALSE(json["total"].contains("nd_range"));
}

TEST(Report, JsonCarriesEveryCounterThatIsDescribed) {
  const auto json = nlohmann::json::parse(statistics_json(example_run()));
  for (const CounterView& counter : counters_of(example())) {
    EXPECT_EQ(json["launches"][0]["counters"][counter.name], counter.value) << counter.name;
  }
}

TEST(Report, JsonIsTheSameBytesTwice) {
  EXPECT_EQ(statistics_json(example_run()), statistics_json(example_run()));
}

TEST(Report, JsonStaysValidWhateverBytesANameHas) {
  RunRecord run = example_run();
  run.program = "\xff\xfe\"\n";
  EXPECT_NO_THROW(nlohmann::json::parse(statistics_json(run)));
}

TEST(Report, JsonOfAnUncheckedRunDoesNotClaimVerification) {
  RunRecord run = example_run();
  run.checked = false;
  EXPECT_FALSE(nlohmann::json::parse(statistics_json(run)).contains("verified"));
}

TEST(Report, TextShowsPoliciesLedgerAndEfficiency) {
  const std::string text = statistics_text(example_run());
  EXPECT_THAT(text, HasSubstr("ivb (timed)"));
  EXPECT_THAT(text, HasSubstr("control_divergence"));
  EXPECT_THAT(text, HasSubstr("SIMD efficiency 62.5%"));
}

TEST(Report, TextOfAFunctionalRunHasNeitherCyclesNorLedger) {
  RunRecord run = example_run();
  for (LaunchStatistics& launch : run.launches) launch.timed = false;
  EXPECT_THAT(statistics_text(run), Not(HasSubstr("\ncycles ")));
  EXPECT_THAT(statistics_text(run), Not(HasSubstr("\neu_cycles ")));
  EXPECT_THAT(statistics_text(run), Not(HasSubstr("(timed)")));
  EXPECT_THAT(statistics_text(run), Not(HasSubstr("control_divergence")));
}

TEST(Report, DocumentListsEveryCounterAsDescribed) {
  std::ifstream stream("docs/statistics.md");
  const std::string document{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_THAT(document, HasSubstr(statistics_reference()));
}

}  // namespace
}  // namespace lanefold
