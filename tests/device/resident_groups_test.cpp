// SPDX-License-Identifier: Apache-2.0
// Work-groups that wait for one another: those that the machine holds at once may, on the machine
// without time as on the one with it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/device/patience.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

/// Three cores with four threads of eight lanes.
MachineConfig machine_of_twelve_threads() {
  MachineConfig config = test_machine(8);
  config.cores = 3;
  config.core.warps = 4;
  return config;
}

std::unique_ptr<Machine> machine_of(bool timed, const MachineConfig& config) {
  return timed ? make_timed_machine(config) : make_functional_machine(config);
}

/// Five barriers over all groups; each group adds what the others have written before.
const char* const kGlobalBarrier = R"cl(
  __kernel void k(__global volatile uint* out, __global volatile uint* arrived, __local uint* room) {
    const uint groups = get_num_groups(0), group = get_group_id(0);
    for (uint round = 1; round <= 5; ++round) {
      uint sum = round;
      for (uint g = 0; g < groups; ++g) sum += out[g];
      barrier(CLK_GLOBAL_MEM_FENCE);
      if (get_local_id(0) == 0) {
        atomic_inc(&arrived[0]);
        while (atomic_add(&arrived[0], 0) < groups * (2 * round - 1)) {}
        out[group] = sum + group;
        atomic_inc(&arrived[0]);
        while (arrived[0] < groups * 2 * round) {}
      }
      barrier(CLK_GLOBAL_MEM_FENCE);
    }
  })cl";

Job barriers_over(std::uint32_t groups, std::uint32_t local_bytes = 16) {
  return {"k", range_1d(16 * groups, 16), groups, {Words(1)}, {LocalBytes{local_bytes}}};
}

Words expected_of(std::uint32_t groups) {
  Words out(groups);
  for (std::uint32_t round = 1; round <= 5; ++round) {
    std::uint32_t sum = round;
    for (const std::uint32_t value : out) sum += value;
    for (std::uint32_t group = 0; group < groups; ++group) out[group] = sum + group;
  }
  return out;
}

TEST(ResidentGroups, MayWaitForOneAnother) {
  const auto program = compile_program(kGlobalBarrier);
  for (const bool timed : {false, true}) {
    const auto machine = machine_of(timed, machine_of_twelve_threads());
    for (const std::uint32_t groups : {1, 2, 6}) {
      EXPECT_EQ(run_job(*machine, *program, barriers_over(groups)), expected_of(groups))
          << (timed ? "timed, " : "functional, ") << groups;
    }
  }
}

TEST(ResidentGroups, CannotWaitForGroupsNotYetStarted) {
  const auto program = compile_program(kGlobalBarrier);
  for (const bool timed : {false, true}) {
    const auto machine = machine_of(timed, machine_of_twelve_threads());
    const Error error = error_of([&] { run_job(*machine, *program, barriers_over(8)); });
    EXPECT_EQ(error.kind(), ErrorKind::NoProgress);
    EXPECT_THAT(error.what(),
                HasSubstr("2 of 8 work-groups have not started (a work-group cannot spin on these, "
                          "and the machine holds 6 at once)"));
    EXPECT_EQ(run_job(*machine, *program, barriers_over(6)), expected_of(6)) << "afterwards";
  }
}

TEST(ResidentGroups, AreAsManyAsLocalMemoryHolds) {
  const auto program = compile_program(kGlobalBarrier);
  MachineConfig config = machine_of_twelve_threads();
  config.local_memory.bytes = 16'000;
  config.local_memory.shared = true;
  const auto machine = make_functional_machine(config);
  EXPECT_EQ(run_job(*machine, *program, barriers_over(2, 8000)), expected_of(2));
  const Error error = error_of([&] { run_job(*machine, *program, barriers_over(3, 8000)); });
  EXPECT_THAT(error.what(), HasSubstr("the machine holds 2 at once"));
}

TEST(ResidentGroups, TakeTurnsAlsoWhileTheyChangeMemory) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global volatile uint* out) {
      if (get_group_id(0) == 1) out[0] = 1;
      else for (uint n = 0; out[0] == 0; ++n) out[1] = n;
    })cl");
  const auto machine = make_functional_machine(machine_of_twelve_threads());
  EXPECT_EQ(run_job(*machine, *program, {"k", range_1d(2, 1), 2, {}, {}})[0], 1U);
}

TEST(ResidentGroups, WarpsOfAGroupMayWaitForOneAnother) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global volatile uint* out) {
      if (get_local_id(0) >= 8) out[0] = 1;
      else while (out[0] == 0) {}
    })cl");
  const auto machine = make_functional_machine(machine_of_twelve_threads());
  EXPECT_THAT(run_job(*machine, *program, {"k", range_1d(16, 16), 1, {}, {}}), Each(1U));
}

/// Without waits, groups run one after another, in the order of their ids.
TEST(ResidentGroups, RunInOrderWhereNoneWaits) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out) {
      if (get_local_id(0) == 0) out[1 + atomic_inc(out)] = get_group_id(0);
    })cl");
  const auto machine = make_functional_machine(machine_of_twelve_threads());
  Words expected = counting(21);
  for (std::uint32_t i = 1; i < 21; ++i) expected[i] = i - 1;
  expected[0] = 20;
  EXPECT_EQ(run_job(*machine, *program, {"k", range_1d(160, 8), 21, {}, {}}), expected);
}

TEST(Patience, GrowsWhileNothingGoesOnAndStartsAgainWhenSomethingDoes) {
  Patience patience(100'000'000);
  const std::uint64_t first = patience.quiet_instructions();
  for (int group = 0; group < 6; ++group) patience.took_turn(false, 6);
  EXPECT_EQ(patience.quiet_instructions(), 8 * first);
  for (int turn = 0; turn < 36; ++turn) patience.took_turn(false, 6);
  EXPECT_EQ(patience.quiet_instructions(), 100'000'000U) << "enough to reach the limit";
  patience.took_turn(true, 6);
  EXPECT_EQ(patience.quiet_instructions(), first);
}

}  // namespace
}  // namespace lanefold
