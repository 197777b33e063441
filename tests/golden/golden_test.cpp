// SPDX-License-Identifier: Apache-2.0
// Every counter of the showcase on every machine is what its record says: tests/golden/records
// holds what `lanefold run --stats` wrote when the counters were last looked at.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "apps/lanefold/files.h"
#include "apps/lanefold/simulation.h"
#include "lanefold/config.h"
#include "tests/golden/counters_moved.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;

const fs::path kRecords = "tests/golden/records";

/// One run, and the file of its record.
struct GoldenRun {
  std::string workload;
  std::string machine;
  std::string compaction;

  std::string name() const { return workload + "/" + machine + "-" + compaction; }
  fs::path record() const { return kRecords / (name() + ".json.gz"); }
};

std::ostream& operator<<(std::ostream& out, const GoldenRun& run) { return out << run.name(); }

std::vector<GoldenRun> all_runs() {
  std::vector<GoldenRun> runs;
  for (const Workload* workload : showcase()) {
    for (const MachineInfo& machine : list_machines()) {
      for (const char* compaction : {"ivb", "scc"}) {
        runs.push_back({workload->name(), machine.name, compaction});
      }
    }
  }
  return runs;
}

/// What `lanefold run --size tiny --stats FILE` writes.
std::string statistics_of(const GoldenRun& run) {
  MachineOptions machine;
  machine.machine = run.machine;
  machine.settings = {"core.compaction=" + run.compaction};
  ProgramOptions program;
  program.target = run.workload;
  program.size = "tiny";
  const Outcome outcome = simulate(load(program, InstructionSet::Riscv), machine_of(machine).config,
                                   machine, program, run.name());
  EXPECT_TRUE(outcome.record.verified) << outcome.detail;
  return statistics_json(outcome.record);
}

class Golden : public ::testing::TestWithParam<GoldenRun> {};

TEST_P(Golden, CountersMatchTheRecord) {
  const GoldenRun& run = GetParam();
  ASSERT_TRUE(fs::exists(run.record())) << "scripts/renew-golden makes " << run.record();
  const std::string before = read_text(run.record());
  const std::string after = statistics_of(run);
  if (before == after) return;
  using Json = nlohmann::ordered_json;
  ADD_FAILURE() << run << ": " << explain(counters_moved(Json::parse(before), Json::parse(after)))
                << "If that is what you want: scripts/renew-golden " << run.workload;
}

std::string test_name(const ::testing::TestParamInfo<GoldenRun>& info) {
  std::string name = info.param.name();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '/'; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Tiny, Golden, ::testing::ValuesIn(all_runs()), test_name);

TEST(GoldenRecords, AreOfTheseRunsAndNoOther) {
  std::vector<std::string> expected;
  for (const GoldenRun& run : all_runs()) expected.push_back(run.record());
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(kRecords)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  EXPECT_THAT(files, ::testing::UnorderedElementsAreArray(expected));
}

}  // namespace
}  // namespace lanefold
