// SPDX-License-Identifier: Apache-2.0
// Values beside line requests and through the levels of memory: the same results, cycles and
// statistics.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/machine_runs.h"
#include "tests/support/workload_names.h"

namespace lanefold {
namespace {

/// Keeps what the host reads.
class ReadingDevice : public CheckedDevice {
 public:
  using CheckedDevice::CheckedDevice;
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const override {
    CheckedDevice::read(buffer, offset, data, bytes);
    const auto* first = static_cast<const char*>(data);
    bytes_.insert(bytes_.end(), first, first + bytes);
  }
  const std::vector<char>& bytes() const { return bytes_; }

 private:
  mutable std::vector<char> bytes_;
};

struct WorkloadOutcome {
  std::string statistics;
  std::vector<char> read;
};

/// Without the statistics of one block of memory, if it is named.
WorkloadOutcome outcome_of(const Workload& workload, const Program& program,
                           const MachineConfig& config, const std::string& without) {
  const auto machine = make_timed_machine(config);
  ReadingDevice device(*machine);
  WorkloadRequest request;
  request.size = WorkloadSize::Tiny;
  const WorkloadResult result = workload.run(device, program, request);
  EXPECT_TRUE(result.verified) << result.detail;
  RunRecord record;
  record.launches = machine->launches();
  for (LaunchStatistics& launch : record.launches) {
    auto& blocks = launch.memory;
    blocks.erase(std::remove_if(blocks.begin(), blocks.end(),
                                [&](const auto& block) { return block.name == without; }),
                 blocks.end());
  }
  return {statistics_json(record), device.bytes()};
}

struct Place {
  const char* machine;
  std::string workload;
};

/// A workload may be an exception if its results depend on the order in which atomics or unordered
/// stores of several cores arrive, if loads of global memory are on their way at a fence or a
/// barrier that orders it, or if an instruction's lanes access several address spaces.
class MemoryValues : public ::testing::TestWithParam<Place> {
 protected:
  bool is(const char* machine, const char* workload) const {
    return GetParam().machine == std::string(machine) && GetParam().workload == workload;
  }
  WorkloadOutcome run_with(Settings settings, const char* values,
                           const std::string& without) const {
    settings.push_back(std::string("memory.values=") + values);
    const Workload& workload = *find_workload(GetParam().workload);
    return outcome_of(workload, *program_of(workload), machine_with(GetParam().machine, settings),
                      without);
  }
  void expect_same(const Settings& settings, const std::string& without = {}) const {
    const WorkloadOutcome beside = run_with(settings, "beside", without);
    const WorkloadOutcome through = run_with(settings, "through", without);
    EXPECT_FALSE(beside.read.empty());
    EXPECT_TRUE(through.read == beside.read) << "the host reads other bytes";
    EXPECT_EQ(through.statistics, beside.statistics);
  }
};

TEST_P(MemoryValues, GiveTheSameThroughTheLevels) { expect_same({}); }
TEST_P(MemoryValues, DeepGiveTheSameWhereLanesSlip) {
  // Warps wait at barriers that order global memory, with loads on their way, and fetch 3 lines of
  // instructions more meanwhile.
  const bool fetches_more = is("mv5-wpu", "viterbi");
  expect_same({"core.on_miss=slip"}, fetches_more ? "instruction_cache" : "");
}
TEST_P(MemoryValues, DeepGiveTheSameWhereSlicesDivide) { expect_same({"core.on_miss=divide"}); }
TEST_P(MemoryValues, DeepGiveTheSameWhereLanesWalkRegions) {
  expect_same({"dispatch.mapping=regions", "core.private_layout=own-lines"});
}

/// Kinds of sharing: atomics, barriers within one core and over several, levels of a search.
std::vector<std::string> few_names() {
  std::vector<std::string> names = showcase_names();
  names.insert(names.end(), {"binomial-option", "n-body"});
  return names;
}

std::vector<Place> places(bool few) {
  const std::vector<std::string> chosen = few_names();
  std::vector<Place> found;
  for (const auto& workload : workloads()) {
    const std::string& name = workload->name();
    const bool is_chosen = std::find(chosen.begin(), chosen.end(), name) != chosen.end();
    if (is_chosen != few) continue;
    for (const char* machine : kMachines) found.push_back({machine, name});
  }
  return found;
}

std::string name_of_place(const ::testing::TestParamInfo<Place>& info) {
  std::string name = std::string(info.param.machine) + "_" + info.param.workload;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Few, MemoryValues, ::testing::ValuesIn(places(true)), name_of_place);
INSTANTIATE_TEST_SUITE_P(DeepOthers, MemoryValues, ::testing::ValuesIn(places(false)),
                         name_of_place);

}  // namespace
}  // namespace lanefold
