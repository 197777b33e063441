// SPDX-License-Identifier: Apache-2.0
// Every workload without timing, each instruction held against the analysis of uniformity, and an
// audit of what that missed. With timing, machines_test does the same.
#include <gtest/gtest.h>

#include <numeric>

#include "observers/uniformity_check/checked_machine.h"
#include "observers/uniformity_check/uniformity_audit.h"
#include "tests/support/machine_runs.h"
#include "tests/support/workload_names.h"

namespace lanefold {
namespace {

class CheckedWorkloads : public ::testing::TestWithParam<std::string> {
 protected:
  const Workload& workload() const { return *find_workload(GetParam()); }
};

TEST_P(CheckedWorkloads, MatchTheAnalysis) {
  for (const char* name : kMachines) {
    CheckedMachine checked(machine_with(name, {}), true);
    const WorkloadResult result = run(workload(), checked.machine());
    EXPECT_TRUE(result.verified) << result.detail;
    EXPECT_GT(checked.compared(), 0U);
  }

  const MachineConfig config = machine_with("ivb-eu", {});
  UniformityAudit audit(shape_on(config, true));
  WatchingObserver observer(audit);
  const auto machine = make_functional_machine(config, observer);
  const auto program = program_of(workload());
  EXPECT_TRUE(run(workload(), *program, *machine).verified);
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

TEST_P(CheckedWorkloads, DeepMatchTheAnalysisWhereLanesWalkRegions) {
  for (const char* name : kMachines) {
    CheckedMachine checked(machine_with(name, {"dispatch.mapping=regions"}), true);
    const WorkloadResult result = run(workload(), checked.machine());
    EXPECT_TRUE(result.verified) << result.detail;
  }
}

INSTANTIATE_TEST_SUITE_P(Showcase, CheckedWorkloads, ::testing::ValuesIn(showcase_names()),
                         workload_case);
INSTANTIATE_TEST_SUITE_P(Further, CheckedWorkloads, ::testing::ValuesIn(further_names()),
                         workload_case);

}  // namespace
}  // namespace lanefold
