// SPDX-License-Identifier: Apache-2.0
// Sub-groups on timed machines: every policy gives the results of the functional machine, and
// mistakes end a launch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "tests/support/kernels.h"
#include "tests/support/machine_runs.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

struct Policy {
  std::string name;
  std::string machine;
  Settings settings;
};
void PrintTo(const Policy& one, std::ostream* out) { *out << one.name; }

class SubGroupPolicies : public ::testing::TestWithParam<Policy> {};

// Work-items go different ways and miss caches before they meet, and not all sub-groups do the
// same.
constexpr const char* kSource = R"cl(
  kernel void k(global uint* out, global const uint* x) {
    const uint i = get_global_id(0);
    uint value = x[(i * 37) % 240];
    if (value & 1) value += x[(value * 16) % 240];
    for (uint n = 0; n < (value & 3); ++n) value = value * 5 + x[(value + n) % 240];
    uint sum = sub_group_scan_inclusive_add(value);
    if (get_sub_group_id() & 1) sum ^= sub_group_reduce_max(value) + sub_group_any(value & 64);
    if (sum & 2) sum += x[sum % 240];
    global uint* shared = out + 240 + i;
    *shared = sum;
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    const uint last = get_sub_group_size() - 1 - get_sub_group_local_id();
    out[i] = shared[(int)last - (int)get_sub_group_local_id()] + sub_group_broadcast(sum, 1);
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] += sub_group_scan_exclusive_min(out[240 + i / 60 * 60 + (i * 7) % 60]);
  })cl";

TEST_P(SubGroupPolicies, GiveTheResultsOfTheFunctionalMachine) {
  Settings settings = {"cores=2"};
  settings.insert(settings.end(), GetParam().settings.begin(), GetParam().settings.end());
  const MachineConfig config = machine_with(GetParam().machine, settings);
  MachineConfig plain = test_machine(config.core.warp_width);
  const auto program = compile_program(kSource);
  Words x = counting(240, 3);
  for (std::uint32_t& value : x) value = value * 2654435761U >> 16U;
  const Job job{"k", range_1d(240, 60), 480, {x}, {}};
  const Words expected = run_job(*make_functional_machine(plain), *program, job);
  CheckedMachine checked(config, false);
  EXPECT_EQ(run_job(checked.machine(), *program, job), expected);
  EXPECT_EQ(run_job(*make_functional_machine(config), *program, job), expected);
}

const Policy kPolicies[] = {
    {"None", "ivb-eu", {"core.compaction=none"}},
    {"Bcc", "ivb-eu", {"core.compaction=bcc"}},
    {"SccInTheExactDatapath", "ivb-eu", {"core.compaction=scc", "core.datapath=exact"}},
    {"Slip", "ivb-eu", {"core.on_miss=slip", "core.slip.max=4"}},
    {"SlipOnAStack",
     "mv5-wpu",
     {"core.on_miss=slip", "core.slip.max=adaptive", "core.slip.sampling_period=100",
      "core.reconvergence=ipdom"}},
    {"Divide", "mv5-wpu", {"core.on_miss=divide", "core.on_branch=divide"}},
    {"DivideEagerlyOnAStack",
     "mv5-wpu",
     {"core.on_miss=divide", "core.on_branch=divide", "core.division=eager",
      "core.reconvergence=ipdom"}},
    {"Yield", "ivb-eu", {"core.reconvergence=yield"}},
    {"YieldAndSlip", "ivb-eu", {"core.reconvergence=yield", "core.on_miss=slip"}},
    {"Slices", "mv5-wpu", {"core.warp_width=16", "core.warps=4", "core.simd=8x4"}},
    {"SlicesOfThreeLanesMostOfWhichWait",
     "mv5-wpu",
     {"core.warp_width=16", "core.warps=4", "core.simd=3x2", "core.on_miss=slip"}},
    {"SlicesThatDivide",
     "mv5-wpu",
     {"core.warp_width=16", "core.warps=4", "core.simd=8x3", "core.slices=11",
      "core.on_miss=divide", "core.on_branch=divide"}},
    {"Adaptation",
     "mv5-wpu",
     {"core.warp_width=8", "core.warps=8", "core.adaptation.strategy=dwrep",
      "core.adaptation.tasks_per_thread=1"}},
    {"Regions", "mv5-wpu", {"dispatch.mapping=regions"}},
    {"ScalarWork", "ivb-eu", {"core.scalar.execution=pipe", "core.datapath=exact"}},
    {"ScalarWorkThatIsFound",
     "ivb-eu",
     {"core.scalar.execution=pipe", "core.scalar.knowledge=dynamic", "core.datapath=exact"}},
    {"GroupsOnTwoCores", "mv5-wpu", {"core.warp_width=16", "core.warps=2"}}};

INSTANTIATE_TEST_SUITE_P(All, SubGroupPolicies, ::testing::ValuesIn(kPolicies),
                         [](const auto& info) { return info.param.name; });

/// The error of a kernel in each of these ways to keep lanes together.
void expect_barrier_error(const std::string& source, const Settings& settings,
                          const std::string& sentence) {
  const auto program = compile_program(source);
  const MachineConfig config = machine_with("mv5-wpu", settings);
  for (const auto& machine : {make_functional_machine(config), make_timed_machine(config)}) {
    const Error error = error_of([&] {
      run_job(*machine, *program, {"k", range_1d(40, 40), 40, {}, {}});
    });
    EXPECT_EQ(error.kind(), ErrorKind::Barrier);
    EXPECT_THAT(error.what(), HasSubstr(sentence));
  }
}

constexpr const char* kSomeComeToIt = R"cl(
  kernel void k(global uint* out) {
    const uint i = get_global_id(0);
    if (i % 16 < 3) out[i] = sub_group_reduce_add(i);
  })cl";

TEST(SubGroupErrors, NameAWorkItemThatDoesNotComeToTheFunction) {
  for (const char* policy : {"wto", "ipdom"}) {
    expect_barrier_error(kSomeComeToIt,
                         {"core.warp_width=16", std::string("core.reconvergence=") + policy},
                         "does not reach the barrier at which 3 other work-items of its warp wait");
  }
}

TEST(SubGroupErrors, NameSlicesThatWaitAtDifferentBarriers) {
  const auto program = compile_program(R"cl(
    kernel void k(global uint* out) {
      const uint i = get_global_id(0);
      if (i % 16 < 8) sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
      else barrier(CLK_GLOBAL_MEM_FENCE);
      out[i] = i;
    })cl");
  const auto machine = make_timed_machine(
      machine_with("mv5-wpu", {"core.warp_width=16", "core.warps=4", "core.simd=8x4"}));
  const Error error = error_of([&] {
    run_job(*machine, *program, {"k", range_1d(40, 40), 40, {}, {}});
  });
  EXPECT_EQ(error.kind(), ErrorKind::Barrier);
  EXPECT_THAT(error.what(), HasSubstr("waits at one barrier while other work-items of its "
                                      "sub-group wait at a different one"));
}

TEST(SubGroupErrors, RefuseASizeThatWarpsDoNotHave) {
  const auto program = compile_program(
      "__attribute__((intel_reqd_sub_group_size(8)))\n"
      "kernel void k(global uint* out) { out[get_global_id(0)] = get_max_sub_group_size(); }");
  const Job job{"k", range_1d(40, 40), 40, {}, {}};
  EXPECT_EQ(run_job(*make_functional_machine(test_machine(8)), *program, job), Words(40, 8));
  const Error error =
      error_of([&] { run_job(*make_functional_machine(test_machine(16)), *program, job); });
  EXPECT_EQ(error.kind(), ErrorKind::Launch);
  EXPECT_STREQ(error.what(),
               "kernel k: its intel_reqd_sub_group_size is 8; a sub-group of this machine is a "
               "warp of 16 work-items (core.warp_width)");
}

TEST(SubGroupErrors, RefuseAGroupWithoutLocalMemoryForTheExchange) {
  const auto program = compile_program(R"cl(
    kernel void k(global uint* out, local uint* all) {
      all[get_local_id(0)] = out[get_global_id(0)] = sub_group_reduce_add(1u);
    })cl");
  MachineConfig config = test_machine(16);
  config.local_memory.bytes = 1024;
  const auto machine = make_functional_machine(config);
  // 512 bytes for the exchange, behind the argument.
  const auto run = [&](std::uint32_t bytes) {
    return run_job(*machine, *program, {"k", range_1d(64, 64), 64, {}, {LocalBytes{bytes}}});
  };
  EXPECT_EQ(run(512), Words(64, 16));
  EXPECT_THAT(error_of([&] { run(516); }).what(),
              HasSubstr("kernel k: needs 1152 bytes of local memory; the machine has 1024"));
}

}  // namespace
}  // namespace lanefold
