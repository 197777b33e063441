// SPDX-License-Identifier: Apache-2.0
// `lanefold trace`: from a run or a text to a file, and from the file to cycles and back to text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/command/command_output.h"
#include "tests/support/command.h"

namespace lanefold {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

using nlohmann::json;

TEST_F(Command, ReplaysARunToTheCountsOfTheRun) {
  const std::string program = "bfs --size tiny --seed 3 --set core.warp_width=32";
  const Finished recorded = lanefold("trace record " + program + " -o " + path("bfs.trace"));
  ASSERT_EQ(recorded.code, 0) << recorded.err;
  EXPECT_THAT(recorded.out, StartsWith("bfs: "));
  EXPECT_THAT(recorded.out, HasSubstr(" warp instructions in "));
  const auto run = json::parse(lanefold("run " + program + " --functional --stats -").out)["total"];
  const Finished finished = lanefold("trace replay " + path("bfs.trace") + " --json");
  ASSERT_EQ(finished.code, 0) << finished.err;
  const auto replay = json::parse(finished.out);
  EXPECT_EQ(replay["schema"], "lanefold.trace/1");
  EXPECT_EQ(replay["program"], "bfs");
  EXPECT_EQ(replay["warp_width"], 32);
  for (const auto& [name, count] : replay["counters"].items()) {
    EXPECT_EQ(count, run["counters"][name]) << name;
  }
  for (const auto& [policy, result] : replay["policies"].items()) {
    EXPECT_EQ(result["eu_cycles"], run["counters"]["eu_cycles_" + policy]) << policy;
  }
  EXPECT_EQ(replay["simd_efficiency"], run["simd_efficiency"]);
  EXPECT_EQ(replay["widths"]["32"]["active_lanes"], run["histograms"]["active_lanes"]);
  EXPECT_EQ(replay["widths"]["32"]["active_lane_classes"], run["active_lane_classes"]);
}

TEST_F(Command, WritesTheSameTraceTwice) {
  const std::string record = "trace record n-queens --size tiny -o ";
  EXPECT_EQ(lanefold(record + path("a")).code, 0);
  EXPECT_EQ(lanefold(record + path("b")).code, 0);
  EXPECT_EQ(content_of(path("a")), content_of(path("b")));
  const Finished piped = lanefold(record + "-");
  EXPECT_EQ(piped.out, content_of(path("a")));
  EXPECT_THAT(piped.err, StartsWith("n-queens: "));
  EXPECT_EQ(lanefold(record + path("c") + " --uncompressed").code, 0);
  EXPECT_GT(content_of(path("c")).size(), content_of(path("a")).size());
  EXPECT_EQ(lanefold("trace replay --json " + path("c")).out,
            lanefold("trace replay --json " + path("a")).out);
}

TEST_F(Command, RecordsAKernelOfTheUser) {
  write("scale.cl", kScaleKernel);
  const Finished recorded = lanefold(
      "trace record " + path("scale.cl") + " --global 40 --local 40 --arg buffer:float:40:index " +
      "--arg buffer:float:40:out=- --arg 2 -o " + path("scale.trace"));
  ASSERT_EQ(recorded.code, 0) << recorded.err;
  const Finished replay = lanefold("trace replay " + path("scale.trace"));
  EXPECT_THAT(replay.out, StartsWith("'scale.cl', 16 lanes: "));
  // Three warps of 16 lanes, of which the last has 8 work-items.
  const auto full = row_of(replay.out, "13-16 of 16");
  const auto half = row_of(replay.out, "5-8 of 16");
  ASSERT_EQ(full.size(), 5U) << replay.out;
  EXPECT_EQ(std::stoi(full[3]), 2 * std::stoi(half[3]));
  EXPECT_THAT(replay.out, HasSubstr("SIMD efficiency 83.3%"));
}

constexpr const char* kMasks =
    "# a SIMD16 and a SIMD8 instruction\n"
    "0x100 16 32 fpu 0xf0f0 10\n"
    "0x104 8 32 em 0x11\n";

TEST_F(Command, ImportsMasksAndShowsThemAgain) {
  write("masks.txt", kMasks);
  ASSERT_EQ(lanefold("trace import " + path("masks.txt") + " -o " + path("masks.trace")).code, 0);
  const Finished replay = lanefold("trace replay " + path("masks.trace"));
  EXPECT_THAT(replay.out, StartsWith("'masks.txt': 11 warp instructions in "));
  EXPECT_THAT(row_of(replay.out, "none"), ElementsAre("none", "42", "0.0%", "0.0%"));
  EXPECT_THAT(row_of(replay.out, "bcc"), ElementsAre("bcc", "22", "47.6%", "47.6%"));
  EXPECT_THAT(row_of(replay.out, "scc"), ElementsAre("scc", "21", "50.0%", "50.0%"));
  const Finished wide = lanefold("trace replay --alu-width 8 " + path("masks.trace"));
  EXPECT_THAT(row_of(wide.out, "none"), ElementsAre("none", "21", "0.0%", "0.0%"));
  const Finished shown = lanefold("trace show " + path("masks.trace"));
  EXPECT_EQ(shown.out,
            "# pc width bits pipe mask [count]\n0x100 16 32 fpu 0xf0f0 10\n0x104 8 32 em 0x11\n");
  write("again.txt", shown.out);
  EXPECT_EQ(lanefold("trace import " + path("again.txt") + " -o " + path("again.trace")).code, 0);
  EXPECT_EQ(lanefold("trace show " + path("again.trace")).out, shown.out);
}

TEST_F(Command, RefusesTracesThatCannotBe) {
  write("masks.txt", std::string(kMasks) + "0x108 16 32 alu 0x1\n");
  expect_refusal("trace import " + path("masks.txt") + " -o " + path("x"), 4,
                 path("masks.txt") + ":4: 'alu' is no pipe; valid: fpu, em, send or control");
  write("masks.txt", kMasks);
  ASSERT_EQ(lanefold("trace import " + path("masks.txt") + " -o " + path("whole")).code, 0);
  const std::string whole = content_of(path("whole"));
  write("cut", whole.substr(0, whole.size() - 1));
  for (const char* verb : {"replay ", "show "}) {
    expect_refusal("trace " + (verb + path("cut")), 4,
                   "cut at byte " + std::to_string(whole.size() - 1) + ": the trace is cut off");
    expect_refusal("trace " + (verb + path("masks.txt")), 4, "at byte 0: this is no mask trace");
    expect_refusal("trace " + (verb + path("")), 4, "is no regular file");
    expect_refusal("trace " + (verb + path("none")), 4, "none cannot be read");
  }
  write("empty", "");
  expect_refusal("trace replay " + path("empty"), 4, "at byte 0: this is no mask trace");
  expect_refusal("trace import " + path("none") + " -o " + path("x"), 4, "none cannot be read");
  expect_refusal("trace replay --alu-width 0 " + path("whole"), 3, "an ALU of 0 lanes");
}

TEST_F(Command, ExplainsHowToTrace) {
  expect_refusal("trace", 2, "a command is missing; valid: record, import, replay, show");
  expect_refusal("trace replai x", 2, "'replai'; did you mean 'replay'");
  expect_refusal("trace record bfs", 2, "--output is required (see lanefold trace record --help)");
  expect_refusal("trace replay x --alu 4", 2, "there is no option '--alu'");
  expect_refusal("trace record bfs -o x.gz", 2, "choose a name other than 'x.gz'");
  expect_refusal("bench bfs --trace x", 2, "leave out the workloads");
  for (const char* verb : {"", "record ", "import ", "replay ", "show "}) {
    const Finished help = lanefold(std::string("trace ") + verb + "--help");
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.err, IsEmpty());
    EXPECT_THAT(help.out, HasSubstr("Usage: lanefold trace"));
  }
}

TEST_F(Command, BenchMeasuresReplays) {
  write("masks.txt", kMasks);
  ASSERT_EQ(lanefold("trace import " + path("masks.txt") + " -o " + path("masks.trace")).code, 0);
  const Finished finished = lanefold("bench --min-time 0.01 --trace " + path("masks.trace"));
  EXPECT_EQ(finished.code, 0) << finished.err;
  const auto row = row_of(finished.out, path("masks.trace"));
  ASSERT_EQ(row.size(), 6U) << finished.out;
  EXPECT_GE(std::stoi(row[1]), 1);
  EXPECT_THAT(finished.out, HasSubstr("sum of a buffer"));
  expect_refusal("bench --trace " + path("masks.txt"), 4, "no mask trace");
}

}  // namespace
}  // namespace lanefold
