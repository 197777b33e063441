// SPDX-License-Identifier: Apache-2.0
// `--profile` of run and compare: tables, files in each format, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "apps/lanefold/files.h"
#include "base/text.h"
#include "lanefold/error.h"
#include "tests/command/command_output.h"
#include "tests/support/command.h"

namespace lanefold {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Line 4 is the loop.
constexpr const char* kRoots = R"cl(float next(float f) { return native_sqrt(f) + 2.0f; }
__kernel void roots(__global float* out, __global const float* in, uint rounds) {
  float f = in[get_global_id(0)];
  for (uint n = 0; n < rounds * (get_local_id(0) % 4 + 1); ++n) f = next(f);
  out[get_global_id(0)] = f;
}
)cl";

class ProfileCommand : public Command {
 protected:
  ProfileCommand() { write("roots.cl", kRoots); }
  std::string roots(const std::string& options) const {
    return path("roots.cl") +
           " --global 256 --local 64 --arg buffer:float:256 --arg buffer:float:256:index --arg 8 "
           "--set cores=2 " +
           options;
  }
  Finished run(const std::string& options) const { return lanefold("run " + roots(options)); }
  json profile(const std::string& options) const {
    const Finished finished = run(options + " --profile-out " + path("p.json"));
    EXPECT_EQ(finished.code, 0) << finished.err;
    return json::parse(content_of(path("p.json")));
  }
};

std::uint64_t sum_of(const json& object) {
  std::uint64_t sum = 0;
  for (const json& value : object) sum += value.get<std::uint64_t>();
  return sum;
}

TEST_F(ProfileCommand, NamesTheLineThatCostsMostFirst) {
  const Finished finished = run("--profile");
  ASSERT_EQ(finished.code, 0) << finished.err;
  const std::vector<std::string> lines = split(finished.out, '\n');
  const auto header = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.rfind("line ", 0) == 0;
  });
  ASSERT_LT(header + 2, lines.end()) << finished.out;
  EXPECT_THAT(*(header + 2), StartsWith("roots.cl:4 "));
  EXPECT_THAT(*(header + 2), HasSubstr("for (uint n = 0; n < rounds"));
  EXPECT_EQ(run("--profile=lines").out, finished.out);
  EXPECT_THAT(run("--profile --profile-top 1").out, HasSubstr("--profile-top 0 shows all "));
  EXPECT_THAT(run("--profile --profile-top 0").out, Not(HasSubstr(" other lines")));
  expect_refusal("run bfs --size tiny --profile-top 3", 2, "--profile-top requires --profile");
}

TEST_F(ProfileCommand, NamesWhereLoadsAreWaitedForOnlyWhereThatIsMuch) {
  const std::string out = run("--profile").out;
  EXPECT_THAT(line_of(out, "roots.cl:3 "), HasSubstr("  dram  float f = in[")) << out;
  EXPECT_THAT(line_of(out, "roots.cl:4 "), HasSubstr("  -  for (uint n"));
}

TEST_F(ProfileCommand, SaysWhichRowsHaveNoLine) {
  const std::string out = lanefold("run ray-trace-ao --size tiny --profile --profile-top 0").out;
  EXPECT_THAT(line_of(out, "closest_hit (no line) "),
              HasSubstr("  (merged or moved code, most of it between lines 114 and 115)"))
      << out;
  const std::string loop = lanefold("run mandelbrot --size tiny --profile").out;
  EXPECT_THAT(line_of(loop, "mandelbrot (no line) "),
              HasSubstr("  (merged or moved code, most of it between lines 14 and 22)"));
  const std::string compared =
      lanefold(
          "compare ray-trace-ao --size tiny --vary core.compaction=ivb,scc --profile "
          "--profile-top 0")
          .out;
  EXPECT_THAT(compared, HasSubstr("\nclosest_hit (no line) "));
}

TEST_F(ProfileCommand, ShowsFunctionsAndInstructions) {
  EXPECT_THAT(run("--profile=functions").out, HasSubstr("\nnext "));
  EXPECT_THAT(run("--profile=instructions").out, HasSubstr("fsqrt"));
}

TEST_F(ProfileCommand, CountsTheSameAsWithout) {
  const Finished plain = run("--stats " + path("plain.json"));
  const Finished profiled =
      run("--stats " + path("profiled.json") + " --profile-out " + path("p.folded"));
  ASSERT_EQ(profiled.code, 0) << profiled.err;
  EXPECT_EQ(profiled.out, plain.out);
  EXPECT_EQ(content_of(path("profiled.json")), content_of(path("plain.json")));
}

TEST_F(ProfileCommand, WritesJsonWhoseSumsAreTheRuns) {
  const json record = profile("--stats " + path("s.json"));
  const json total = json::parse(content_of(path("s.json")))["total"];
  EXPECT_EQ(record["schema"], "lanefold.profile/1");
  EXPECT_EQ(record["sources"]["roots.cl"], kRoots);
  const json& kernel = record["runs"][0]["kernels"][0];
  EXPECT_EQ(kernel["kernel"], "roots");
  EXPECT_EQ(kernel["slots"], total["ledger"]["total"]);
  for (const char* of : {"lines", "functions", "instructions"}) {
    std::uint64_t slots = sum_of(kernel["no_instruction"]);
    std::uint64_t issues = 0;
    std::uint64_t scc = 0;
    for (const json& one : kernel[of]) {
      slots += one["slots"].get<std::uint64_t>();
      EXPECT_EQ(one["slots"], sum_of(one["ledger"]));
      EXPECT_EQ(one["ledger"].value("memory_wait", 0U), sum_of(one["memory_wait"]));
      EXPECT_EQ(one["counters"].value("warp_instructions", 0U), sum_of(one["active_lanes"]));
      issues += one["counters"].value("warp_instructions", 0U);
      scc += one["counters"].value("eu_cycles_scc", 0U);
    }
    EXPECT_EQ(slots, total["ledger"]["total"]) << of;
    EXPECT_EQ(issues, total["counters"]["warp_instructions"]) << of;
    EXPECT_EQ(scc, total["counters"]["eu_cycles_scc"]) << of;
  }
  EXPECT_EQ(kernel["lines"][0]["text"],
            "for (uint n = 0; n < rounds * (get_local_id(0) % 4 + 1); ++n) f = next(f);");
  EXPECT_FALSE(kernel["lines"][0].contains("energy_pj"));
}

TEST_F(ProfileCommand, WritesCurvesWhoseSumsAreTheRuns) {
  const json curves = profile("--stats " + path("s.json"))["runs"][0]["curves"];
  const json total = json::parse(content_of(path("s.json")))["total"];
  EXPECT_EQ(curves["schema"], "lanefold.curves/1");
  EXPECT_EQ(curves["cores"], 2);
  ASSERT_EQ(curves["launches"].size(), 1U);
  EXPECT_EQ(curves["launches"][0]["kernel"], "roots");
  EXPECT_EQ(curves["launches"][0]["begin"], 0);
  EXPECT_EQ(curves["launches"][0]["cycles"], total["counters"]["cycles"]);
  EXPECT_EQ(curves["launches_left_out"], 0);
  EXPECT_EQ(curves["begin"].size(), curves["cycles"].size());
  EXPECT_EQ(sum_of(curves["cycles"]), total["counters"]["cycles"]);
  const json& series = curves["series"];
  for (const auto& [name, values] : series.items()) {
    EXPECT_EQ(values.size(), curves["cycles"].size()) << name;
    EXPECT_GT(sum_of(values), 0U) << name;
  }
  EXPECT_EQ(sum_of(series["warp_instructions"]), total["counters"]["warp_instructions"]);
  EXPECT_EQ(sum_of(series["ledger.useful"]), total["ledger"]["useful"]);
  EXPECT_EQ(sum_of(series["l3.accesses"]), total["memory"]["l3"]["counters"]["accesses"]);
  ASSERT_EQ(curves["per_core"].size(), 2U);
  EXPECT_EQ(sum_of(curves["per_core"][0]) + sum_of(curves["per_core"][1]),
            total["ledger"]["total"]);
}

TEST_F(ProfileCommand, HasEnergyWhereItIsAskedFor) {
  const json kernel = profile("--energy")["runs"][0]["kernels"][0];
  EXPECT_GT(kernel["total"]["energy_pj"], 0.0);
  EXPECT_GT(kernel["lines"][0]["energy_pj"], 0.0);
  EXPECT_LE(kernel["lines"][0]["energy_pj"], kernel["total"]["energy_pj"]);
}

TEST_F(ProfileCommand, WritesTheSameTwice) {
  for (const char* name : {"p.json", "p.callgrind", "p.folded"}) {
    const std::string options = "--profile-out " + path(name);
    ASSERT_EQ(run(options).code, 0);
    const std::string first = content_of(path(name));
    ASSERT_EQ(run(options + " --profile-out " + path(name) + ".gz").code, 0);
    EXPECT_EQ(content_of(path(name)), first);
    EXPECT_EQ(read_text(path(name) + ".gz"), first);
  }
}

TEST_F(ProfileCommand, WritesStacksWhoseSumIsTheLedger) {
  ASSERT_EQ(run("--stats " + path("s.json") + " --profile-out " + path("p.folded")).code, 0);
  std::uint64_t slots = 0;
  for (const std::string& line : split(content_of(path("p.folded")), '\n')) {
    if (line.empty()) continue;
    EXPECT_THAT(line, StartsWith("roots;"));
    slots += std::stoull(line.substr(line.rfind(' ')));
  }
  EXPECT_EQ(slots, json::parse(content_of(path("s.json")))["total"]["ledger"]["total"]);
  EXPECT_THAT(content_of(path("p.folded")), HasSubstr("roots;next;roots.cl:1 "));
}

TEST_F(ProfileCommand, WritesWhatCallgrindAnnotateReads) {
  if (std::system("command -v callgrind_annotate > /dev/null") != 0) {
    GTEST_SKIP() << "callgrind_annotate (valgrind) is not installed";
  }
  ASSERT_EQ(run("--stats " + path("s.json") + " --profile-out " + path("p.callgrind")).code, 0);
  const std::string line = "callgrind_annotate --inclusive=yes '" + path("p.callgrind") + "' > '" +
                           path("annotated") + "' 2> '" + path("errors") + "'";
  ASSERT_EQ(std::system(line.c_str()), 0) << content_of(path("errors"));
  EXPECT_EQ(content_of(path("errors")), "");
  const json total = json::parse(content_of(path("s.json")))["total"];
  EXPECT_THAT(content_of(path("annotated")),
              HasSubstr(with_thousands(total["ledger"]["total"].get<std::uint64_t>())));
  EXPECT_THAT(content_of(path("annotated")), HasSubstr("roots.cl:next"));
}

TEST_F(ProfileCommand, ComparesLineByLine) {
  const std::string vary = " --vary core.compaction=none,scc";
  const Finished finished =
      lanefold("compare " + roots("--profile --profile-out " + path("c.json")) + vary);
  ASSERT_EQ(finished.code, 0) << finished.err;
  const std::vector<std::string> none = row_of(finished.out, "none");
  const std::vector<std::string> scc = row_of(finished.out, "scc");
  const json record = json::parse(content_of(path("c.json")));
  ASSERT_EQ(record["runs"].size(), 2U);
  EXPECT_EQ(record["runs"][1]["label"], "scc");
  EXPECT_EQ(with_thousands(record["runs"][1]["kernels"][0]["cycles"].get<std::uint64_t>()), scc[2]);
  const std::vector<std::string> loop = row_of(finished.out, "roots.cl:1");
  ASSERT_GE(loop.size(), 3U) << finished.out;
  EXPECT_NE(loop[1], loop[2]);
  expect_refusal("compare " + roots("--profile-out " + path("c.folded")) + vary, 2,
                 "a profile of several runs is a .json file");
}

TEST_F(ProfileCommand, ShowsInstructionsOfCodeWithoutLines) {
  const Finished finished = lanefold("run vector-add --size tiny --isa gen8 --profile");
  if (finished.code != 0) GTEST_SKIP() << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("has no line information: instructions are shown"));
  EXPECT_THAT(finished.out, HasSubstr("send ("));
}

TEST_F(ProfileCommand, RefusesWhatItCannotWatch) {
  const std::string with = "run vector-add --size tiny --profile ";
  expect_refusal(with + "--functional", 2, "--profile counts cycles: leave out --functional");
  expect_refusal(with + "--trace " + path("t.json"), 2, "leave out --rtl, --trace and");
  expect_refusal(with + "--check-uniform", 2, "leave out --rtl, --trace and");
  expect_refusal("run vector-add --profile=line", 2, "did you mean 'lines'");
  expect_refusal("run vector-add --profile-out p.txt", 2, "the name of a profile says its format");
  expect_refusal("run vector-add --size tiny --profile-out /no/such/p.json", 4,
                 "/no/such/p.json cannot be written");
}

}  // namespace
}  // namespace lanefold
