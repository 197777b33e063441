// SPDX-License-Identifier: Apache-2.0
// `--report` and `--explain` of run and compare, and `lanefold report`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/lanefold/files.h"
#include "apps/lanefold/what_if.h"
#include "base/text.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "tests/support/command.h"

namespace lanefold {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kBfs = "run bfs --size tiny ";

class ReportCommand : public Command {
 protected:
  json read(const std::string& name) const { return json::parse(content_of(path(name))); }
  /// The data within a page.
  json data_of(const std::string& page) const {
    const std::string text = content_of(path(page));
    const std::string begin = "<script type=\"application/json\" id=\"lanefold-data\">";
    const std::size_t from = text.find(begin);
    EXPECT_NE(from, std::string::npos);
    EXPECT_EQ(text.find(begin, from + 1), std::string::npos);
    const std::size_t start = from + begin.size();
    return json::parse(text.substr(start, text.find("</script>", start) - start));
  }
  void expect_run(const std::string& words) const {
    const Finished finished = lanefold(words);
    ASSERT_EQ(finished.code, 0) << finished.err;
  }
};

TEST_F(ReportCommand, HasTheNumbersOfStatisticsAndProfile) {
  expect_run(kBfs + "--report " + path("r.json") + " --stats " + path("s.json") +
             " --profile-out " + path("p.json"));
  const json report = read("r.json");
  const json statistics = read("s.json");
  EXPECT_EQ(report["schema"], "lanefold.report/1");
  EXPECT_EQ(report["command"], "run");
  const json& run = report["runs"][0];
  EXPECT_EQ(run["statistics"]["total"], statistics["total"]);
  EXPECT_EQ(run["statistics"]["launches"].size(), statistics["launches"].size());
  EXPECT_EQ(run["statistics"]["launches"][3]["counters"]["cycles"],
            statistics["launches"][3]["counters"]["cycles"]);
  EXPECT_FALSE(run["statistics"]["launches"][3]["counters"].contains("scalar_reads")) << "a zero";
  const json profile = read("p.json");
  EXPECT_EQ(run["profile"]["kernels"], profile["runs"][0]["kernels"]);
  EXPECT_EQ(report["sources"], profile["sources"]);
  EXPECT_TRUE(run["window"].is_null());
  EXPECT_FALSE(report.contains("explanation"));
}

/// Under the policy of the run.
double timed_roof(const json& roofline) {
  for (const json& roof : roofline["roofs"]) {
    if (roof.value("timed", false)) return roof["operations_per_cycle"];
  }
  return roofline["roofs"][0]["operations_per_cycle"];
}

TEST_F(ReportCommand, SaysWhatLimitsTheRunAndHasARoofline) {
  expect_run(kBfs + "--report " + path("r.json"));
  const json run = read("r.json")["runs"][0];
  const json& limits = run["limits"];
  const json& counters = run["statistics"]["total"]["counters"];
  const json& most = limits["resources"][0];
  EXPECT_THAT(limits["sentence"].get<std::string>(), HasSubstr(most["title"].get<std::string>()));
  EXPECT_DOUBLE_EQ(limits["bound_cycles"],
                   most["part"].get<double>() * counters["cycles"].get<double>());
  EXPECT_LE(most["part"], 1.0);
  const json& roofline = limits["roofline"];
  EXPECT_EQ(roofline["operations"], counters["lane_operations"]);
  const auto alu = std::find_if(limits["resources"].begin(), limits["resources"].end(),
                                [](const json& use) { return use["name"] == "alu"; });
  const double reached = roofline["operations"].get<double>() / roofline["cycles"].get<double>();
  EXPECT_NEAR(reached / timed_roof(roofline), (*alu)["part"].get<double>(), 1e-9);
  // Four lanes in each of six cores: EM, as wide, has a part in a thousand to do.
  EXPECT_EQ(roofline["roofs"][0]["name"], "ideal");
  EXPECT_NEAR(roofline["roofs"][0]["operations_per_cycle"].get<double>(), 24.0, 0.5);
  std::vector<std::string> levels;
  for (const json& level : roofline["levels"]) levels.push_back(level["name"]);
  EXPECT_THAT(levels, ::testing::ElementsAre("interconnect", "l3", "llc", "dram"));
}

double part_of(const json& limits, const std::string& resource) {
  for (const json& use : limits["resources"]) {
    if (use["name"] == resource) return use["part"];
  }
  return 0;
}

TEST_F(ReportCommand, HasTheRoofOfRequestsWhereStoresBringNoLines) {
  expect_run("run vector-add --size tiny --report " + path("r.json"));
  const json limits = read("r.json")["runs"][0]["limits"];
  const double requests = part_of(limits, "interconnect_requests");
  EXPECT_GT(requests, 1.1 * part_of(limits, "interconnect_lines"));
  const json& level = limits["roofline"]["levels"][0];
  ASSERT_EQ(level["name"], "interconnect");
  const double cycles = limits["roofline"]["memory_cycles"];
  const double moved = level["bytes"].get<double>() / cycles;
  EXPECT_NEAR(moved / level["bytes_per_cycle"].get<double>(), requests, 1e-9);
}

TEST_F(ReportCommand, IsAPageWithTheSameData) {
  expect_run(kBfs + "--report " + path("r.html"));
  expect_run(kBfs + "--report " + path("r.json"));
  const json page = data_of("r.html");
  EXPECT_EQ(page, read("r.json"));
  EXPECT_THAT(content_of(path("r.html")).substr(0, 40), StartsWith("<!DOCTYPE html>"));
  expect_run(kBfs + "--report " + path("again.html"));
  EXPECT_TRUE(content_of(path("again.html")) == content_of(path("r.html")));
  expect_run(kBfs + "--report " + path("r.html.gz"));
  EXPECT_TRUE(read_text(path("r.html.gz")) == content_of(path("r.html")));
}

TEST_F(ReportCommand, LetsNoNameEndTheDataOfThePage) {
  write("x.cl", "__kernel void k(__global uint* out) { out[0] = 1; } // </script><b>");
  expect_run("run " + path("x.cl") + " --global 16 --arg buffer:uint:16 --report " +
             path("r.html"));
  EXPECT_THAT(data_of("r.html")["sources"]["x.cl"].get<std::string>(), EndsWith("// </script><b>"));
}

TEST_F(ReportCommand, ShowsTheCyclesThatAreAskedFor) {
  expect_run(kBfs + "--report " + path("r.json") + " --report-cycles 100:200 --report-core 1");
  const json window = read("r.json")["runs"][0]["window"];
  EXPECT_EQ(window["schema"], "lanefold.window/1");
  EXPECT_EQ(window["from"], 100);
  EXPECT_EQ(window["to"], 200);
  ASSERT_GT(window["rows"].size(), 10U);
  for (const json& row : window["rows"]) {
    EXPECT_EQ(row["core"], 1);
    EXPECT_LT(row["begin"], 200);
    EXPECT_GT(row["end"], 100);
    EXPECT_LE(row["stages"].size() == 0 ? row["begin"] : row["stages"].back()[1], row["end"]);
    EXPECT_LT(row.value("code", 0U), window["code"].size());
  }
  EXPECT_EQ(window["launches"].size(), 24U);
}

TEST_F(ReportCommand, SaysThatItsTimelineIsBehindTheRun) {
  const Finished finished =
      lanefold(kBfs + "--report " + path("r.json") + " --report-cycles 9000000:9000100");
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("nothing happened in cycles 9000000:9000100, and the last "
                                      "launch ended in cycle "));
}

TEST_F(ReportCommand, PutsRunsBesideEachOther) {
  expect_run("compare bfs --size tiny --vary core.compaction=ivb,scc --report " + path("c.json"));
  const json report = read("c.json");
  EXPECT_EQ(report["command"], "compare");
  EXPECT_EQ(report["parameter"], "core.compaction");
  ASSERT_EQ(report["runs"].size(), 2U);
  EXPECT_EQ(report["runs"][1]["label"], "scc");
  EXPECT_EQ(report["runs"][1]["statistics"]["machine"]["core"]["compaction"], "scc");
  EXPECT_EQ(report["runs"][1]["profile"]["label"], "scc");
}

TEST_F(ReportCommand, PutsFilesOfRunsBesideEachOther) {
  expect_run(kBfs + "--report " + path("before.json"));
  expect_run(kBfs + "--set core.compaction=scc --stats " + path("after.json"));
  expect_run("report " + path("before.json") + " " + path("after.json") + " -o " +
             path("both.html"));
  const json both = data_of("both.html");
  EXPECT_EQ(both["command"], "report");
  ASSERT_EQ(both["runs"].size(), 2U);
  EXPECT_EQ(both["runs"][0]["label"], "before");
  EXPECT_EQ(both["runs"][0]["statistics"], read("before.json")["runs"][0]["statistics"]);
  EXPECT_EQ(both["runs"][1]["label"], "after");
  EXPECT_EQ(both["runs"][1]["statistics"]["total"], read("after.json")["total"]);
  EXPECT_FALSE(both["runs"][1]["statistics"]["launches"][0]["counters"].contains("scalar_reads"));
  EXPECT_TRUE(both["runs"][1]["profile"].is_null());
  EXPECT_TRUE(both["runs"][0]["sources"].contains("bfs.cl"));
  expect_run("report " + path("before.json") + " -o " + path("one.json"));
  EXPECT_EQ(read("one.json"), read("before.json"));
}

TEST_F(ReportCommand, RefusesWhatIsNoReport) {
  write("x.json", "{\"schema\": \"lanefold.profile/1\"}");
  const Finished other = lanefold("report " + path("x.json") + " -o " + path("o.html"));
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("x.json' holds neither data of a report"));
  for (const char* odd : {"[]", "7", "{\"schema\": \"lanefold.report/1\"}",
                          "{\"schema\": \"lanefold.statistics/4\", \"partial\": 1}",
                          "{\"schema\": \"lanefold.report/1\", \"runs\": [{\"label\": null}]}"}) {
    write("odd.json", odd);
    const std::string file = path("odd.json") + " ";
    EXPECT_EQ(lanefold("report " + file + file + "-o " + path("o.html")).code, 2) << odd;
  }
  EXPECT_EQ(lanefold("report " + path("none.json") + " -o " + path("o.html")).code, 4);
  for (const auto& [options, sentence] :
       {std::pair("--report r.txt", "the name of a report says its format: 'r.txt'"),
        std::pair("--report-cycles 1:2", "--report-cycles chooses what --report FILE.html shows"),
        std::pair("--report r.html --report-core 1", "--report-core is for the cycles"),
        std::pair("--report r.html --report-cycles 1:2 --report-core 6", "there is no core 6"),
        std::pair("--report r.html --functional", "--report counts cycles"),
        std::pair("--report r.html --stats r.html", "would both write 'r.html'"),
        std::pair("--report r.json --profile-out r.json", "would both write 'r.json'"),
        std::pair("--stats r.json --arg buffer:int:1:out=r.json", "would both write 'r.json'"),
        std::pair("--arg buffer:int:1:out=a --arg buffer:float:1:out=./a", "both write './a'"),
        std::pair("--stats - --arg buffer:int:1:out=-", "would both write '-'"),
        std::pair("--report r.html --trace t.json", "--report watches the model's own machine"),
        std::pair("--explain --functional", "--functional excludes --explain")}) {
    const Finished refused = lanefold(kBfs + options);
    EXPECT_EQ(refused.code, 2) << options;
    EXPECT_THAT(refused.err, HasSubstr(sentence)) << options;
  }
}

TEST_F(ReportCommand, RefusesOneFileForTwoBuffersOfAComparison) {
  const Finished refused = lanefold(
      "compare --vary core.compaction=none,scc a.cl --arg buffer:int:1:out=a "
      "--arg buffer:float:1:out=./a");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("both write './a'"));
}

TEST_F(ReportCommand, RefusesOutputsThatWouldReplaceWhatIsRead) {
  write("a.cl", "kernel void a(global int* o) { o[0] = 2; }\n");
  write("m.toml", "base = \"ivb-eu\"\n");
  write("e.txt", "2\n");
  const std::string file = path("a.cl") + " --machine " + path("m.toml") +
                           " --global 1 --arg buffer:int:1:expect=" + path("e.txt");
  for (const std::string& words :
       {"run " + file + " --stats " + path("a.cl"), "run " + file + " --elf " + path("m.toml"),
        "run " + file + ":out=" + path("e.txt"),
        "compare --vary core.compaction=none,scc " + file + ":out=" + path("a.cl"),
        "report " + path("r.json") + " -o " + path("r.json")}) {
    const Finished refused = lanefold(words);
    EXPECT_EQ(refused.code, 2) << words;
    EXPECT_THAT(refused.err, HasSubstr(" would replace '")) << words;
  }
  EXPECT_EQ(lanefold("run " + file).code, 0);
}

TEST_F(ReportCommand, SaysWhatIsWrongWithTheOutput) {
  write("two.cl", "kernel void two(global uint* o) { o[get_global_id(0)] = 2; }\n");
  write("wanted.txt", "2\n2\n3\n2\n");
  const std::string run = "run " + path("two.cl") + " --global 4 --arg buffer:uint:4";
  const Finished finished =
      lanefold(run + ":expect=" + path("wanted.txt") + " --report " + path("r.json"));
  EXPECT_EQ(finished.code, 1) << finished.err;
  const std::string fault = read("r.json")["runs"][0]["fault"];
  EXPECT_THAT(fault, StartsWith("argument 1 (uint* o): element 2 is 2, not 3; 1 element is wrong"));
  EXPECT_THAT(finished.err, HasSubstr(fault));
  expect_run(run + " --report " + path("right.json"));
  EXPECT_FALSE(read("right.json")["runs"][0].contains("fault"));
}

TEST_F(ReportCommand, RefusesAFileAndALinkToIt) {
  std::filesystem::create_symlink("r.json", path("link.json"));
  const Finished refused =
      lanefold(kBfs + ("--report " + path("r.json")) + " --stats " + path("link.json"));
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--stats and --report would both write"));
}

TEST_F(ReportCommand, ExplainsByRunsWhatWouldMoveTheLimit) {
  expect_run(kBfs + "--set cores=2 --explain --report " + path("r.json"));
  const json report = read("r.json");
  const json& explanation = report["explanation"];
  const std::uint64_t cycles = report["runs"][0]["statistics"]["total"]["counters"]["cycles"];
  std::uint64_t before = 0;
  bool has_dc2 = false;
  for (const json& run : explanation["runs"]) {
    EXPECT_GE(run["cycles"], before) << "the most saving first";
    before = run["cycles"];
    EXPECT_DOUBLE_EQ(run["saved"], 1 - run["cycles"].get<double>() / static_cast<double>(cycles));
    has_dc2 |= run["name"] == "DC2";
    if (run["name"] != "DC2") continue;
    expect_run(kBfs + "--set cores=2 --set dc_lines_per_cycle=2 --stats " + path("dc2.json"));
    EXPECT_EQ(read("dc2.json")["total"]["counters"]["cycles"], run["cycles"]);
  }
  EXPECT_TRUE(has_dc2);
  const std::string best = explanation["runs"][0]["name"];
  EXPECT_THAT(explanation["sentence"].get<std::string>(), HasSubstr("; " + best + " saves "));
}

TEST_F(ReportCommand, ExplainsBesideAProfile) {
  const Finished finished = lanefold(kBfs + "--set cores=1 --explain --profile");
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("DC2: 2 lines a cycle over the interconnect"));
  EXPECT_THAT(finished.out, HasSubstr("profile of bfs_expand by line"));
}

TEST_F(ReportCommand, IsWrittenOfARunThatIsStopped) {
  const Finished finished = lanefold(kBfs +
                                     "--max-cycles 1000 --explain --report-cycles 0:100 "
                                     "--report " +
                                     path("r.json"));
  EXPECT_EQ(finished.code, static_cast<int>(ErrorKind::NoProgress));
  EXPECT_THAT(finished.out, HasSubstr("note: the report has no timeline"));
  EXPECT_THAT(finished.out, HasSubstr("note: the changes of --explain were not run"));
  const json run = read("r.json")["runs"][0];
  EXPECT_EQ(run["partial"], true);
  EXPECT_TRUE(run["window"].is_null());
}

/// Machines that reach their limits in different places.
TEST_F(ReportCommand, UsesNoMoreThanThereIs) {
  for (const char* machine :
       {"--machine ivb-eu", "--set core.pipes.em_interval=4", "--machine manycore-dom",
        "--machine manycore-dom --set core.on_miss=slip --set dram.bandwidth_mb_s=8000",
        "--machine manycore-dom --set l1.enabled=false --set l2.shared=false --set l2.enabled=true",
        "--machine mv5-wpu --set interconnect.bandwidth_mb_s=4000",
        "--machine mv5-wpu --set core.on_miss=divide",
        "--set core.scalar.execution=pipe --set core.scalar.knowledge=dynamic"}) {
    SCOPED_TRACE(machine);
    expect_run(kBfs + machine + " --report " + path("r.json"));
    const json limits = read("r.json")["runs"][0]["limits"];
    for (const json& use : limits["resources"]) {
      EXPECT_LE(use["part"].get<double>(), 1.0 + 1e-9) << use["name"];
      EXPECT_GT(use["available"].get<double>(), 0.0) << use["name"];
    }
    const json& roofline = limits["roofline"];
    const double cycles = roofline["memory_cycles"];
    EXPECT_LE(limits["bound_cycles"].get<double>(), cycles * (1 + 1e-9));
    for (const json& level : roofline["levels"]) {
      const double limit = level["bytes_per_cycle"];
      const double most = limit == 0 ? HUGE_VAL : limit * cycles * (1 + 1e-9);
      EXPECT_LE(level["bytes"].get<double>(), most) << level["name"];
    }
    EXPECT_LE(roofline["operations"].get<double>() / roofline["cycles"].get<double>(),
              timed_roof(roofline) * (1 + 1e-9));
  }
}

TEST_F(ReportCommand, ExplainsWithoutWritingOrPrintingTwice) {
  write("p.cl",
        "__kernel void k(__global uint* out) { if (get_global_id(0) == 0) printf(\"once\\n\"); "
        "out[get_global_id(0)] = 7; }");
  const Finished finished =
      lanefold("run " + path("p.cl") + " --global 16 --arg buffer:uint:16:out=- --explain");
  ASSERT_EQ(finished.code, 0) << finished.err;
  const std::vector<std::string> lines = split(finished.out, '\n');
  EXPECT_EQ(std::count(lines.begin(), lines.end(), "once"), 1);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), "7"), 16);
  EXPECT_THAT(finished.out, HasSubstr("half the latency of DRAM"));
}

TEST(WhatIf, ChangesWhatTheMachineHas) {
  const auto names_of = [](const char* machine) {
    std::vector<std::string> names;
    for (const WhatIf& one : what_ifs(load_machine(machine))) names.push_back(one.name);
    return names;
  };
  const std::vector<std::string> eu = names_of("ivb-eu");
  EXPECT_THAT(eu, Contains("DC2"));
  EXPECT_THAT(eu, Contains("ideal L3"));
  EXPECT_THAT(eu, Contains("SCC"));
  EXPECT_THAT(eu, Contains("ALU x2"));
  EXPECT_THAT(eu, Not(Contains("ideal L1")));
  EXPECT_THAT(eu, Not(Contains("Diverge on Miss")));
  const std::vector<std::string> cores = names_of("manycore-dom");
  EXPECT_THAT(cores, Contains("ideal L1"));
  EXPECT_THAT(cores, Contains("Diverge on Miss"));
  EXPECT_THAT(cores, Not(Contains("DC2")));
  EXPECT_THAT(cores, Not(Contains("SCC"))) << "a pass takes the whole warp";
  EXPECT_THAT(cores, Not(Contains("ALU x2")));
}

TEST(WhatIf, IsSaidWithTheTwoBestAndTheBestCompaction) {
  const std::vector<WhatIf> runs{{"ideal memory", "", {"l3.perfect=true"}, 500},
                                 {"DC2", "", {"dc_lines_per_cycle=2"}, 660},
                                 {"warps x2", "", {"core.warps=12"}, 900},
                                 {"SCC", "", {"core.compaction=scc"}, 997},
                                 {"BCC", "", {"core.compaction=bcc"}, 999}};
  EXPECT_EQ(explanation_sentence("limited by X", runs, 1000),
            "limited by X; ideal memory saves 50.0%, DC2 34.0%, SCC 0.3%");
  EXPECT_EQ(explanation_sentence("limited by X", {}, 1000), "limited by X");
  EXPECT_EQ(explanation_sentence("limited by X", {runs[2]}, 900),
            "limited by X; nothing that was tried saves time");
  EXPECT_EQ(explanation_sentence("limited by X", runs, 997),
            "limited by X; ideal memory saves 49.8%, DC2 33.8%, compaction nothing");
}

TEST(WhatIf, NamesOfChangesOneOfWhichContainsTheOtherTheSmallerIfItSavesNearlyAsMuch) {
  const WhatIf memory{"ideal memory", "", {"l3.perfect=true", "llc.perfect=true"}, 500};
  const WhatIf warps{"warps x2", "", {"core.warps=12"}, 900};
  const auto sentence = [&](std::uint64_t cycles) {
    const WhatIf part{"ideal L3", "", {"l3.perfect=true"}, cycles};
    return explanation_sentence("limited by X", {memory, part, warps}, 1000);
  };
  EXPECT_EQ(sentence(540), "limited by X; ideal L3 saves 46.0%, warps x2 10.0%");
  EXPECT_EQ(sentence(560), "limited by X; ideal memory saves 50.0%, warps x2 10.0%");
}

}  // namespace
}  // namespace lanefold
