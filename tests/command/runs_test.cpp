// SPDX-License-Identifier: Apache-2.0
// Runs of workloads by the command: output, statistics, comparisons, speed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "lanefold/machine_config.h"
#include "tests/command/command_output.h"
#include "tests/support/command.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST_F(Command, RunsAWorkloadAndChecksAllOfItsOutput) {
  const Finished finished = lanefold("run vector-add --size tiny --functional");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("verified: all "));
  EXPECT_THAT(finished.err, IsEmpty());
}

TEST_F(Command, WritesTheSameStatisticsTwice) {
  for (const char* mode : {"--functional", "--set cores=2"}) {
    const std::string arguments = std::string("run bfs --size tiny --seed 5 ") + mode + " --stats ";
    EXPECT_EQ(lanefold(arguments + path("a.json")).code, 0);
    EXPECT_EQ(lanefold(arguments + path("b.json")).code, 0);
    const std::string first = content_of(path("a.json"));
    EXPECT_EQ(first, content_of(path("b.json")));
    EXPECT_EQ(first, lanefold(arguments + "-").out);
    EXPECT_EQ(nlohmann::json::parse(first)["verified"], true);
  }
}

TEST_F(Command, PrintsKernelOutput) {
  write("print.cl",
        "__kernel void print(int n) { printf(\"item %d of %d\\n\", (int)get_global_id(0), n); }");
  const std::string run = "run " + path("print.cl") + " --global 3 --local 3 --arg 9";
  for (const char* mode : {"", " --functional"}) {
    const Finished finished = lanefold(run + mode);
    ASSERT_EQ(finished.code, 0) << finished.err;
    EXPECT_THAT(finished.out, StartsWith("item 0 of 9\nitem 1 of 9\nitem 2 of 9\nprint.cl on "));
    const Finished json = lanefold(run + mode + " --stats -");
    EXPECT_THAT(json.err, HasSubstr("item 2 of 9\n"));
    EXPECT_TRUE(nlohmann::json::accept(json.out));
  }
}

TEST_F(Command, WritesTheCompiledProgramAndRunsNothing) {
  const Finished finished = lanefold("run bfs --elf " + path("bfs.elf"));
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, IsEmpty());
  const std::string elf = content_of(path("bfs.elf"));
  EXPECT_THAT(elf, StartsWith("\x7f"
                              "ELF"));
  EXPECT_EQ(lanefold("run bfs --elf -").out, elf);
  expect_refusal("run " + path("bfs.elf"), 2, "choose one with --kernel: bfs_expand, bfs_advance");
}

TEST_F(Command, SeedChangesTheInput) {
  const std::string arguments = "run bfs --size tiny --functional --stats - --seed ";
  EXPECT_NE(lanefold(arguments + "1").out, lanefold(arguments + "2").out);
}

TEST_F(Command, LedgerOfATimedRunCoversEveryLaneSlot) {
  const Finished finished = lanefold("run mandelbrot --size tiny --set cores=2 --stats -");
  ASSERT_EQ(finished.code, 0) << finished.err;
  const auto total = nlohmann::json::parse(finished.out)["total"];
  const std::uint64_t cycles = total["counters"]["cycles"];
  EXPECT_GT(cycles, 0U);
  // Two EUs with two ALUs of four lanes each.
  EXPECT_EQ(total["ledger"]["total"], cycles * 2 * 2 * 4);
}

TEST_F(Command, ComparesPoliciesSideBySide) {
  const std::vector<std::string> policies = names_of<CompactionPolicy>();
  const Finished finished = lanefold(
      "compare mandelbrot --size tiny --set cores=1 --vary core.compaction=" + join(policies, ","));
  ASSERT_EQ(finished.code, 0) << finished.err;
  for (const std::string& policy : policies) {
    const Finished run = lanefold(
        "run mandelbrot --size tiny --set cores=1 --stats - --set core.compaction=" + policy);
    const auto counters = nlohmann::json::parse(run.out)["total"]["counters"];
    const std::vector<std::string> row = row_of(finished.out, policy);
    ASSERT_GE(row.size(), 5U) << finished.out;
    EXPECT_EQ(row[1], "yes");
    EXPECT_EQ(row[2], with_thousands(counters["cycles"])) << policy;
    EXPECT_EQ(row[4], with_thousands(counters["eu_cycles"])) << policy;
  }
}

TEST_F(Command, ComparesMachinesSideBySide) {
  write("mine.toml", "base = \"bare\"\ncores = 2\n[core]\ncompaction = \"scc\"\n");
  const Finished finished =
      lanefold("compare vector-add --size tiny --set core.warps=3 --vary machine=ivb-eu," +
               path("mine.toml") + ",mv5-wpu");
  ASSERT_EQ(finished.code, 0) << finished.err;
  for (const std::string& machine :
       {std::string("ivb-eu"), path("mine.toml"), std::string("mv5-wpu")}) {
    const Finished run =
        lanefold("run vector-add --size tiny --set core.warps=3 --stats - --machine " + machine);
    const auto counters = nlohmann::json::parse(run.out)["total"]["counters"];
    const std::vector<std::string> row = row_of(finished.out, machine);
    ASSERT_GE(row.size(), 3U) << finished.out;
    EXPECT_EQ(row[2], with_thousands(counters["cycles"])) << machine;
  }
  EXPECT_THAT(finished.out, ::testing::Not(HasSubstr("note:")));
  write("slips.toml", "base = \"bare\"\n[core]\non_miss = \"slip\"\n");
  EXPECT_THAT(
      lanefold(
          "compare vector-add --size tiny --set cores=1 --set core.slip.max=3 --vary machine=" +
          path("slips.toml") + ",ivb-eu")
          .out,
      HasSubstr("\nnote: ivb-eu: core.slip.max has no effect while core.on_miss is stall-on-use"));
  EXPECT_THAT(
      lanefold("compare vector-add --size tiny --set cores=1 --vary machine=ivb-eu," +
               (write("fast.toml", "base = \"bare\"\nclock_mhz = 2000\n"), path("fast.toml")))
          .out,
      HasSubstr(
          "note: cycles are not times here: the machines have clocks of 1000 and 2000 MHz\n"));
}

constexpr const char* kSlowKernel =
    "__kernel void slow(__global float* a) {\n"
    "  size_t i = get_global_id(0);\n"
    "  if (i % 3) a[i] = native_sqrt(a[i]) / (a[i] + 1.0f);\n"
    "}\n";

TEST_F(Command, CountsEuCyclesIndependentlyOfPipeOccupancy) {
  write("slow.cl", kSlowKernel);
  for (const std::string policy : {"none", "ivb", "bcc", "scc"}) {
    std::vector<nlohmann::json> totals;
    for (const char* interval : {"1", "3"}) {
      const Finished finished = lanefold("run " + path("slow.cl") +
                                         " --global 256 --arg buffer:float:256:index --stats - " +
                                         "--set cores=1 --set core.compaction=" + policy +
                                         " --set core.pipes.em_interval=" + interval);
      ASSERT_EQ(finished.code, 0) << finished.err;
      totals.push_back(nlohmann::json::parse(finished.out)["total"]);
      const auto& counters = totals.back()["counters"];
      EXPECT_GT(counters["em_instructions"], 0);
      EXPECT_EQ(counters["eu_cycles"], counters["eu_cycles_" + policy]);
      EXPECT_EQ(totals.back()["ideal_eu_cycles"], counters["ideal_slots"].get<double>() / 4);
    }
    EXPECT_EQ(totals[0]["policies"], totals[1]["policies"]);
    EXPECT_LT(totals[0]["ideal_eu_cycles"], totals[0]["counters"]["eu_cycles_scc"]);
    EXPECT_LT(totals[0]["ledger"]["useful"], totals[1]["ledger"]["useful"]);
  }
}

TEST_F(Command, DeepDemoVerifiesTheShowcaseUnderEveryPolicy) {
  const Finished finished = lanefold("demo --size tiny --set cores=2");
  ASSERT_EQ(finished.code, 0) << finished.err;
  std::vector<std::string> verified;
  for (const std::string& line : split(finished.out, '\n')) {
    const std::vector<std::string> words = words_of(line);
    const auto yes = std::find(words.begin(), words.end(), "yes");
    if (yes == words.end() || yes == words.begin()) continue;
    // The first line of a workload has its name and SIMD efficiency in front.
    if (yes - words.begin() == 3) verified.push_back(words[0]);
    verified.push_back(*(yes - 1));
  }
  std::vector<std::string> expected;
  for (const Workload* workload : showcase()) {
    for (const std::string& word : {workload->name(), std::string("none"), std::string("ivb"),
                                    std::string("bcc"), std::string("scc")}) {
      expected.push_back(word);
    }
  }
  EXPECT_EQ(verified, expected) << finished.out;
  EXPECT_THAT(finished.out, HasSubstr(std::string("\n  ") + LANEFOLD_COMMAND + " mask 0xF0F0\n"));
}

TEST_F(Command, BenchMeasuresFunctionalAndTimedSpeed) {
  const Finished finished = lanefold("bench vector-add --size tiny --min-time 0.01 --set cores=1");
  EXPECT_EQ(finished.code, 0) << finished.err;
  const std::string functional = line_of(finished.out, "vector-add, functional");
  const std::string timed = line_of(finished.out, "vector-add, timed");
  // Runs, millions of warp instructions and lane instructions, cycles.
  const auto of_functional = words_of(functional.substr(std::string("vector-add, ").size()));
  const auto of_timed = words_of(timed.substr(std::string("vector-add, ").size()));
  ASSERT_EQ(of_functional.size(), 7U) << finished.out;
  ASSERT_EQ(of_timed.size(), 8U) << finished.out;
  EXPECT_EQ(of_functional.back(), "-");
  for (const auto& words : {of_functional, of_timed}) {
    EXPECT_GE(std::stoi(words[1]), 1);
    EXPECT_GT(std::stod(words[2]), 0);
    // Nearly all warps of vector-add are full: 16 lanes.
    EXPECT_NEAR(std::stod(words[4]) / std::stod(words[2]), 16, 4);
  }
  EXPECT_GT(std::stod(of_timed[6]), 0);
}

}  // namespace
}  // namespace lanefold
