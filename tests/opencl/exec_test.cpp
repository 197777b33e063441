// SPDX-License-Identifier: Apache-2.0
// `lanefold exec` as its users meet it, with the workloads as the OpenCL application.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "tests/support/command.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kApplication = " -- '" LANEFOLD_WORKLOADS "' --size tiny ";

class Exec : public Command {
 protected:
  json statistics(const std::string& name) const { return json::parse(content_of(path(name))); }

  /// The launches of a workload on a machine are those of `lanefold run`, to the last counter, if
  /// buffers lie as far apart.
  void expect_records_of_run(const std::string& machine, const std::string& name) {
    const auto stats = [this](const char* file) { return " --stats '" + path(file) + "'"; };
    const std::string on_machine = " --machine " + machine;
    const Finished run = lanefold("run " + name + " --size tiny --set memory.guard_bytes=8192" +
                                  on_machine + stats("r.json"));
    ASSERT_EQ(run.code, 0) << run.err;
    const Finished exec = lanefold("exec" + on_machine + stats("e.json") + kApplication + name);
    ASSERT_EQ(exec.code, 0) << exec.err;
    EXPECT_FALSE(statistics("e.json")["launches"].empty());
    EXPECT_EQ(statistics("e.json")["launches"], statistics("r.json")["launches"])
        << name << " on " << machine;
  }
};

TEST_F(Exec, DeepGivesTheShowcaseTheRecordsOfRun) {
  for (const Workload* workload : showcase()) expect_records_of_run("ivb-eu", workload->name());
}

TEST_F(Exec, ProfilesEachKernelOverAllLaunches) {
  const std::string files =
      " --profile-out '" + path("p.json") + "' --profile-out '" + path("p.folded") + "'";
  const Finished finished = lanefold("exec --profile --profile-top 3 --set cores=2" + files +
                                     " --stats '" + path("s.json") + "'" + kApplication + "bfs");
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("profile of bfs_expand by line: "));
  EXPECT_THAT(finished.err, HasSubstr("source.cl:"));
  const json kernels = statistics("p.json")["runs"][0]["kernels"];
  ASSERT_EQ(kernels.size(), 2U);
  const json total = statistics("s.json")["total"];
  std::uint64_t slots = 0;
  std::uint64_t launches = 0;
  for (const json& kernel : kernels) {
    slots += kernel["slots"].get<std::uint64_t>();
    launches += kernel["launches"].get<std::uint64_t>();
    const json& lines = kernel["lines"];
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(),
                            [](const json& line) { return line.value("text", "") != ""; }));
  }
  EXPECT_EQ(slots, total["ledger"]["total"]);
  EXPECT_EQ(launches, statistics("s.json")["launches"].size());
  const json curves = statistics("p.json")["runs"][0]["curves"];
  EXPECT_EQ(curves["launches"].size(), launches);
  std::uint64_t instructions = 0;
  for (const json& count : curves["series"]["warp_instructions"]) {
    instructions += count.get<std::uint64_t>();
  }
  EXPECT_EQ(instructions, total["counters"]["warp_instructions"]);
}

TEST_F(Exec, ReportsEachLaunch) {
  const Finished finished = lanefold("exec --set cores=2 --report '" + path("r.json") +
                                     "' --stats '" + path("s.json") + "'" + kApplication + "bfs");
  ASSERT_EQ(finished.code, 0) << finished.err;
  const json report = statistics("r.json");
  EXPECT_EQ(report["command"], "exec");
  const json& run = report["runs"][0];
  EXPECT_EQ(run["statistics"]["total"], statistics("s.json")["total"]);
  EXPECT_EQ(run["statistics"]["launches"].size(), statistics("s.json")["launches"].size());
  EXPECT_EQ(run["profile"]["kernels"].size(), 2U);
  EXPECT_FALSE(report["sources"].empty());
}

TEST_F(Exec, RunsTheShowcaseInOneProcess) {
  const Finished finished = lanefold("exec" + kApplication);
  EXPECT_EQ(finished.code, 0) << finished.err;
  for (const Workload* workload : showcase()) {
    EXPECT_THAT(finished.out, HasSubstr("\n" + workload->name() + ": verified"));
  }
}

TEST_F(Exec, GivesTheRecordsOfRunOnCachesOfEachCore) {
  for (const char* name : {"bfs", "bitonic-sort"}) expect_records_of_run("manycore-dom", name);
}

TEST_F(Exec, GivesTheRecordsOfRunOnCoherentCaches) {
  for (const char* name : {"bfs", "bitonic-sort"}) expect_records_of_run("mv5-wpu", name);
}

TEST_F(Exec, PrintsATableByKernelOnStandardErrorOnly) {
  const Finished finished = lanefold("exec" + kApplication + "bfs");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.out, StartsWith("device: Lanefold ivb-eu\nbfs: verified"));
  EXPECT_THAT(finished.out, Not(HasSubstr("cycles")));
  EXPECT_THAT(
      finished.err,
      StartsWith("lanefold-workloads on ivb-eu: timed, compaction ivb, on_miss stall-on-use\n"));
  for (const char* word : {"cycles", "\nbfs_expand ", "\nbfs_advance ", "\ntotal "}) {
    EXPECT_THAT(finished.err, HasSubstr(word));
  }
}

TEST_F(Exec, GivesTheSameBytesEveryTime) {
  const std::string run = "exec --stats '" + path("a.json") + "'" + kApplication + "bitonic-sort";
  ASSERT_EQ(lanefold(run).code, 0);
  const std::string first = content_of(path("a.json"));
  ASSERT_EQ(lanefold(run).code, 0);
  EXPECT_EQ(content_of(path("a.json")), first);
}

TEST_F(Exec, SkipsTimingWhenFunctional) {
  const Finished finished =
      lanefold("exec --functional --stats '" + path("f.json") + "'" + kApplication + "bfs");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, StartsWith("lanefold-workloads on ivb-eu: functional\n"));
  EXPECT_THAT(finished.err, Not(HasSubstr("cycles")));
  EXPECT_EQ(statistics("f.json")["total"]["counters"]["cycles"], 0);
  EXPECT_GT(statistics("f.json")["total"]["counters"]["warp_instructions"], 0);
}

TEST_F(Exec, ChangesTheMachine) {
  const Finished finished = lanefold("exec --set core.compaction=scc --set core.warps=2 --stats '" +
                                     path("s.json") + "'" + kApplication + "vector-add");
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(statistics("s.json")["machine"]["core"]["compaction"], "scc");
  EXPECT_EQ(statistics("s.json")["machine"]["core"]["warps"], 2);
}

TEST_F(Exec, ChecksBounds) {
  const Finished finished = lanefold("exec --check-bounds --stats '" + path("s.json") + "'" +
                                     kApplication + "vector-add");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(statistics("s.json")["machine"]["memory"]["overrun_bytes"], 0);
  EXPECT_EQ(statistics("s.json")["machine"]["memory"]["guard_bytes"], 8192);
}

TEST_F(Exec, RunsAnyCommandAndKeepsItsOutputAndExitCode) {
  const Finished finished = lanefold("exec -- sh -c 'echo out; echo err >&2; exit 7'");
  EXPECT_EQ(finished.code, 7);
  EXPECT_EQ(finished.out, "out\n");
  EXPECT_EQ(finished.err, "err\n");
}

TEST_F(Exec, NamesFilesByProcess) {
  const Finished finished =
      lanefold("exec --stats '" + path("stats-%p.json") + "'" + kApplication + "vector-add");
  EXPECT_EQ(finished.code, 0);
  std::string files;
  const std::string folder = std::filesystem::path(path("x")).parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files += entry.path().filename().string() + " ";
  }
  EXPECT_THAT(files, HasSubstr("stats-"));
  EXPECT_THAT(files, Not(HasSubstr("%p")));
}

TEST_F(Exec, SaysThatNothingHappenedInTheWindowOfATrace) {
  const Finished finished =
      lanefold("exec --trace '" + path("a.json") + "' --trace-cycles 900000000:900000001" +
               kApplication + "vector-add");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, StartsWith("lanefold: the trace '" + path("a.json") +
                                       "' has launches only: nothing happened in cycles "));
}

TEST_F(Exec, TracesAllLaunches) {
  const std::string options =
      " --stats '" + path("s.json") + "' --trace '" + path("%p.kanata") + "'";
  const Finished finished = lanefold("exec" + options + kApplication + "bitonic-sort");
  ASSERT_EQ(finished.code, 0) << finished.err;
  std::string trace;
  for (const auto& entry : std::filesystem::directory_iterator(path("."))) {
    if (entry.path().extension() == ".kanata") trace = content_of(entry.path());
  }
  std::map<std::string, std::size_t> rows;
  for (const std::string& line : split(trace, '\n')) {
    const std::vector<std::string> words = split(line, '\t');
    if (words[0] != "L" || words[2] != "0") continue;
    ++rows[starts_with(words[3], "launch ") ? "launch" : split(words[3], ' ')[0]];
  }
  const std::size_t launches = statistics("s.json")["launches"].size();
  EXPECT_GT(launches, 1U);
  EXPECT_EQ(rows["launch"], launches);
  EXPECT_GE(rows["lf.exit"], launches);
}

TEST_F(Exec, RefusesATraceThatCannotBe) {
  const Finished name = lanefold("exec --trace a.txt" + kApplication + "vector-add");
  EXPECT_EQ(name.code, 2);
  EXPECT_THAT(name.err, HasSubstr("ends in neither .kanata"));
  const Finished same =
      lanefold("exec --trace a.json --stats a.json" + kApplication + "vector-add");
  EXPECT_EQ(same.code, 2);
  EXPECT_THAT(same.err, HasSubstr("--stats and --trace would both write 'a.json'"));
  const Finished place = lanefold("exec --trace no/such/a.json" + kApplication + "vector-add");
  EXPECT_EQ(place.code, 4);
  EXPECT_THAT(place.err, HasSubstr("no/such/a.json cannot be written: No such file or directory"));
}

TEST_F(Exec, RejectsProgramsThatItCannotRun) {
  expect_refusal("exec", 2, "an application is missing");
  expect_refusal("exec ls", 2, "the application stands behind --");
  expect_refusal("exec --functionl -- ls", 2, "there is no option '--functionl'");
  expect_refusal("exec -- /no/such/application", 4, "cannot run '/no/such/application'");
  expect_refusal("exec --stats /no/such/folder/s.json -- ls", 4,
                 "/no/such/folder/s.json cannot be written: No such file");
  expect_refusal("exec --machine nowhere -- ls", 3, "there is no machine 'nowhere'");
  expect_refusal("exec --set core.warps=0 -- ls", 3, "core.warps");
}

/// The same without `lanefold exec`.
class ByHand : public Exec {
 protected:
  Finished with(const std::string& environment) {
    command = "/usr/bin/env";
    return lanefold("OCL_ICD_VENDORS='" LANEFOLD_ICD_FILE "' " + environment + " '" +
                    LANEFOLD_WORKLOADS "' --size tiny vector-add");
  }
};

TEST_F(ByHand, PrintsNothingByItself) {
  const Finished finished = with("LANEFOLD_MACHINE=mv5-wpu");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.out, HasSubstr("device: Lanefold mv5-wpu"));
  EXPECT_THAT(finished.err, IsEmpty());
}

TEST_F(ByHand, TakesEverythingFromTheEnvironment) {
  const Finished finished = with(
      "LANEFOLD_SET='cores=2;core.warps=3' LANEFOLD_FUNCTIONAL=1 LANEFOLD_SUMMARY=1 "
      "LANEFOLD_STATS='" +
      path("h.json") + "'");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, HasSubstr("functional"));
  EXPECT_EQ(statistics("h.json")["machine"]["cores"], 2);
}

TEST_F(ByHand, HasNoDeviceWhenTheMachineCannotBe) {
  for (const auto& [environment, sentence] :
       {std::pair("LANEFOLD_MACHINE=ivb", "there is no machine 'ivb'"),
        std::pair("LANEFOLD_SET=core.warp=1", "core.warp"),
        std::pair("LANEFOLD_FUNCTIONAL=yes", "LANEFOLD_FUNCTIONAL is 'yes'; valid are 0 and 1")}) {
    const Finished finished = with(environment);
    EXPECT_EQ(finished.code, 7) << environment;
    EXPECT_THAT(finished.err, StartsWith("lanefold: "));
    EXPECT_THAT(finished.err, HasSubstr(sentence));
    EXPECT_THAT(finished.err, HasSubstr("clGetDeviceIDs fails with code -1"));
  }
}

TEST_F(ByHand, HasNoDeviceWhenTheTraceCannotBe) {
  const Finished finished = with("LANEFOLD_TRACE=a.kanata LANEFOLD_TRACE_CORE=99");
  EXPECT_EQ(finished.code, 7);
  EXPECT_THAT(finished.err, HasSubstr("there is no core 99"));
}

TEST_F(ByHand, HasNoDeviceWhenTheProfileCannotBe) {
  for (const auto& [environment, sentence] :
       {std::pair("LANEFOLD_PROFILE=line", "LANEFOLD_PROFILE is 'line'; valid are lines"),
        std::pair("LANEFOLD_PROFILE_OUT=a.txt", "the name of a profile says its format"),
        std::pair("LANEFOLD_REPORT=a.txt", "the name of a report says its format"),
        std::pair("LANEFOLD_REPORT=a.html LANEFOLD_TRACE=t.json", "LANEFOLD_REPORT watches"),
        std::pair("LANEFOLD_PROFILE=lines LANEFOLD_FUNCTIONAL=1",
                  "leave out LANEFOLD_FUNCTIONAL")}) {
    const Finished finished = with(environment);
    EXPECT_EQ(finished.code, 7) << environment;
    EXPECT_THAT(finished.err, HasSubstr(sentence));
  }
}

TEST_F(ByHand, FailsInsteadOfSuccessWhenStatisticsCannotBeWritten) {
  const std::string stats = "LANEFOLD_STATS=/no/such/folder/s.json";
  const std::string sentence =
      "lanefold: /no/such/folder/s.json cannot be written: No such file or directory "
      "($LANEFOLD_STATS)\n";
  const Finished finished = with(stats);
  EXPECT_EQ(finished.code, 4);
  EXPECT_THAT(finished.out, HasSubstr("vector-add: verified"));
  EXPECT_THAT(finished.err, HasSubstr(sentence));
  const Finished failed = with(stats + " LANEFOLD_SET=limits.max_cycles=1");
  EXPECT_EQ(failed.code, 7) << "the application's own";
  EXPECT_THAT(failed.err, HasSubstr(sentence));
}

}  // namespace
}  // namespace lanefold
