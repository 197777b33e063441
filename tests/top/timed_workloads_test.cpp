// SPDX-License-Identifier: Apache-2.0
// Every workload on the timed machine, compared with the functional one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "tests/support/workload_names.h"
#include "tests/top/timed_bench.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

struct WorkloadRun {
  std::unique_ptr<Machine> machine;
  WorkloadResult result;
};

WorkloadRun run_workload(const Workload& workload, const MachineConfig& config, bool timed = true) {
  WorkloadRun run{timed ? make_timed_machine(config) : make_functional_machine(config), {}};
  WorkloadRequest request;
  request.size = WorkloadSize::Tiny;
  run.result =
      workload.run(*run.machine, *load_file("workloads/" + workload.source_file()), request);
  return run;
}

class TimedWorkload : public ::testing::TestWithParam<std::string> {
 protected:
  const Workload& workload() const { return *find_workload(GetParam()); }
};

TEST_P(TimedWorkload, VerifiesUnderEveryCompactionPolicy) {
  std::uint64_t eu_cycles_before = ~std::uint64_t{0};
  for (const CompactionPolicy policy : kPolicies) {
    SCOPED_TRACE(policy);
    MachineConfig config = small_machine();
    config.core.compaction = policy;
    const WorkloadRun run = run_workload(workload(), config);
    EXPECT_TRUE(run.result.verified) << run.result.detail;
    std::uint64_t busy = 0;
    for (const LaunchStatistics& launch : run.machine->launches()) {
      expect_whole_ledger(launch, config.core);
      EXPECT_TRUE(launch.timed);
      busy += launch.timed_eu_cycles;
    }
    EXPECT_LE(busy, eu_cycles_before);
    eu_cycles_before = busy;
  }
}

TEST_P(TimedWorkload, TakesTheSameCyclesOnBothDataPaths) {
  MachineConfig config = small_machine();
  config.core.compaction = CompactionPolicy::Scc;
  const WorkloadRun fast = run_workload(workload(), config);
  config.core.datapath = DatapathFidelity::Exact;
  const WorkloadRun exact = run_workload(workload(), config);
  EXPECT_TRUE(exact.result.verified) << exact.result.detail;
  EXPECT_EQ(counters_of_all(*exact.machine), counters_of_all(*fast.machine));
}

TEST_P(TimedWorkload, MatchesTheFunctionalMachine) {
  const WorkloadRun functional = run_workload(workload(), small_machine(), false);
  const WorkloadRun timed = run_workload(workload(), small_machine());
  expect_equal_work(*timed.machine, *functional.machine);
}

INSTANTIATE_TEST_SUITE_P(Showcase, TimedWorkload, ::testing::ValuesIn(showcase_names()),
                         workload_case);
INSTANTIATE_TEST_SUITE_P(DeepFurther, TimedWorkload, ::testing::ValuesIn(further_names()),
                         workload_case);

class FurtherTimedWorkload : public TimedWorkload {};

TEST_P(FurtherTimedWorkload, VerifiesUnderScc) {
  MachineConfig config = load_machine("ivb-eu");
  config.core.compaction = CompactionPolicy::Scc;
  const WorkloadRun run = run_workload(workload(), config);
  EXPECT_TRUE(run.result.verified) << run.result.detail;
}

INSTANTIATE_TEST_SUITE_P(Tiny, FurtherTimedWorkload, ::testing::ValuesIn(further_names()),
                         workload_case);

/// Lines of a store leave when its slice may have become part of another.
TEST(TimedWorkloads, StoreWhatSlicesWroteThatHaveUnitedSince) {
  MachineConfig config = load_machine("mv5-wpu");
  config.core.warp_width = config.core.alu_width = config.l1.banks = 8;
  config.core.warps = 4;
  config.core.reconvergence = ReconvergencePolicy::Ipdom;
  config.core.adaptation.strategy = AdaptationStrategy::Dwrep;
  config.core.on_miss = OnMiss::Divide;
  config.core.on_branch = OnBranch::Divide;
  const Workload& workload = *find_workload("fft");
  WorkloadRequest request;
  request.size = WorkloadSize::Tiny;
  request.parameters = {{"signals", "one"}};
  const auto machine = make_timed_machine(config);
  const WorkloadResult result =
      workload.run(*machine, *load_file("workloads/" + workload.source_file_for(request)), request);
  EXPECT_TRUE(result.verified) << result.detail;
  EXPECT_EQ(machine->memory_difference(), "");
}

}  // namespace
}  // namespace lanefold
