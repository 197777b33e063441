// SPDX-License-Identifier: Apache-2.0
// Statistics as JSON, as text, and as the reference in the documentation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "report/statistics_walk.h"
#include "tests/common/statistics_examples.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Report, TotalOfNoLaunchesIsEmpty) { EXPECT_EQ(total_of({}).warp_instructions, 0U); }

TEST(Report, TotalNamesAllWhenKernelsDiffer) {
  LaunchStatistics other = example();
  other.kernel = "other";
  EXPECT_EQ(total_of({example(), example()}).kernel, "k");
  EXPECT_EQ(total_of({example(), other}).kernel, "all");
}

TEST(Report, JsonCarriesSchemaMachineTotalsAndLaunches) {
  const auto json = nlohmann::json::parse(statistics_json(example_run()));
  EXPECT_EQ(json["schema"], "lanefold.statistics/4");
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

TEST(Report, JsonStaysValidForAnyBytesInNames) {
  RunRecord run = example_run();
  run.program = "\xff\xfe\"\n";
  EXPECT_TRUE(nlohmann::json::accept(statistics_json(run)));
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
  std::ifstream stream("docs/reference/statistics.md");
  const std::string document{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_THAT(document, HasSubstr(statistics_reference()));
}

}  // namespace
}  // namespace lanefold
