// SPDX-License-Identifier: Apache-2.0
// Every workload on every machine, each instruction held against the analysis of uniformity.
#include <gtest/gtest.h>

#include "tests/support/machine_runs.h"
#include "tests/support/workload_names.h"
#include "uniformity_check/checked_machine.h"

namespace lanefold {
namespace {

struct Case {
  const Workload* workload;
  std::string machine;
};

class CheckedWorkloads : public ::testing::TestWithParam<Case> {};

TEST_P(CheckedWorkloads, DoWhatTheAnalysisSays) {
  const MachineConfig config = machine_with(GetParam().machine, {});
  for (const bool functional : {true, false}) {
    CheckedMachine checked(config, functional);
    const WorkloadResult result = run(*GetParam().workload, checked.machine());
    EXPECT_TRUE(result.verified) << result.detail;
    EXPECT_GT(checked.compared(), 0U);
  }
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& workload : workloads()) {
    for (const char* machine : kMachines) all.push_back({workload.get(), machine});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, CheckedWorkloads, ::testing::ValuesIn(cases()),
                         [](const auto& param) {
                           std::string name =
                               param.param.workload->name() + "_" + param.param.machine;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace lanefold
