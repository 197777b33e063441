// SPDX-License-Identifier: Apache-2.0
// Profiles of workloads on machines with each mechanism: every launch holds the sums over its
// instructions against its counters and its ledger.
#include <gtest/gtest.h>

#include <ostream>

#include "lanefold/profile.h"
#include "tests/support/machine_runs.h"

namespace lanefold {
namespace {

struct ProfiledWorkload {
  const char* workload;
  const char* machine;
  Settings settings;
};
void PrintTo(const ProfiledWorkload& one, std::ostream* out) {
  *out << one.workload << " on " << one.machine;
  for (const std::string& setting : one.settings) *out << " " << setting;
}

class ProfileOfAWorkload : public ::testing::TestWithParam<ProfiledWorkload> {};

TEST_P(ProfileOfAWorkload, AddsUp) {
  const auto machine = make_profiled_machine(machine_with(GetParam().machine, GetParam().settings));
  const WorkloadResult result = run(*find_workload(GetParam().workload), *machine);
  EXPECT_TRUE(result.verified) << result.detail;
  std::uint64_t launches = 0;
  for (const KernelProfile& kernel : machine->profiles()) {
    launches += kernel.launches;
    EXPECT_TRUE(kernel.has_lines()) << kernel.kernel;
  }
  EXPECT_EQ(launches, machine->launches().size());
}

INSTANTIATE_TEST_SUITE_P(
    Each, ProfileOfAWorkload,
    ::testing::Values(
        ProfiledWorkload{"bfs", "ivb-eu", {}}, ProfiledWorkload{"kmeans", "ivb-eu", {}},
        ProfiledWorkload{"bitonic-sort", "ivb-eu", {"core.compaction=scc", "core.datapath=exact"}},
        ProfiledWorkload{"hotspot", "ivb-eu", {"core.scalar.execution=pipe"}},
        ProfiledWorkload{"dct", "ivb-eu", {"memory.values=through"}},
        ProfiledWorkload{"ray-trace-ao", "manycore-dom", {"core.on_miss=slip"}},
        ProfiledWorkload{"scan", "manycore-dom", {"core.on_miss=block"}},
        ProfiledWorkload{"n-queens", "mv5-wpu", {"core.on_miss=divide", "core.on_branch=divide"}},
        ProfiledWorkload{
            "merge-sort", "mv5-wpu", {"core.adaptation.strategy=dwrep", "core.on_miss=slip"}}));

}  // namespace
}  // namespace lanefold
