// SPDX-License-Identifier: Apache-2.0
// Every workload without timing, each instruction held against the analysis of uniformity. With
// timing, machines_test does the same.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/machine_runs.h"
#include "tests/support/workload_names.h"
#include "uniformity_check/checked_machine.h"
#include "uniformity_check/uniformity_audit.h"

namespace lanefold {
namespace {

struct Case {
  const Workload* workload;
  std::string machine;
};

class CheckedWorkloads : public ::testing::TestWithParam<Case> {};

TEST_P(CheckedWorkloads, DoWhatTheAnalysisSays) {
  const MachineConfig config = machine_with(GetParam().machine, {});
  CheckedMachine checked(config, true);
  const WorkloadResult result = run(*GetParam().workload, checked.machine());
  EXPECT_TRUE(result.verified) << result.detail;
  EXPECT_GT(checked.compared(), 0U);
}

TEST_P(CheckedWorkloads, CanBeAudited) {
  const MachineConfig config = machine_with(GetParam().machine, {});
  UniformityAudit audit(shape_on(config.core, true));
  WatchingObserver observer(audit);
  const auto machine = make_functional_machine(config, observer);
  const auto program = program_of(*GetParam().workload);
  EXPECT_TRUE(run(*GetParam().workload, *program, *machine).verified);
  const AuditResult result = audit.result();
  const std::uint64_t missed =
      std::accumulate(result.missed.begin(), result.missed.end(), std::uint64_t{0});
  EXPECT_EQ(result.all.executed, total_of(machine->launches()).warp_instructions);
  EXPECT_EQ(result.all.uniform, result.known + result.linear + missed);
  EXPECT_GT(result.known, 0U);
  for (const AuditOrigin& origin : result.origins) {
    EXPECT_NE(origin.rule, DivergenceRule::Operand) << origin.line;
    EXPECT_NE(origin.rule, DivergenceRule::Unknown) << origin.line;
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
