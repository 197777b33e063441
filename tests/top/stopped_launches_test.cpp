// SPDX-License-Identifier: Apache-2.0
// Timed launches that are stopped, or stand still.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "tests/top/timed_bench.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr const char* kCount =
    "__kernel void k(__global volatile uint* out) {\n"
    "  for (uint n = get_global_id(0); n != 1; n += 2) __asm__ volatile(\"\" : \"+r\"(n));\n"
    "  out[0] = 1;\n"
    "}";
const Job kJob{"k", range_1d(48, 48), 48, {}, {}};

class StoppedLaunches : public ::testing::TestWithParam<DatapathFidelity> {
 protected:
  StoppedLaunches() { config_.core.datapath = GetParam(); }

  Error stopped(Machine& machine) {
    return error_of([&] { run_job(machine, *program_, kJob); });
  }
  static void expect_partial_record(const Machine& machine) {
    ASSERT_EQ(machine.launches().size(), 1U);
    const LaunchStatistics& launch = machine.launches()[0];
    EXPECT_TRUE(launch.partial);
    EXPECT_GT(launch.warp_instructions, 0U);
    EXPECT_EQ(launch.ledger.total(), launch.cycles * launch.cores * 2 * launch.alu_width);
  }

  MachineConfig config_ = small_machine(2);
  std::shared_ptr<const Program> program_ = compile_program(kCount);
};

TEST_P(StoppedLaunches, SayWhereTheirWarpsAre) {
  for (const std::uint64_t limit : {1ULL, 17ULL, 1000ULL, 12'345ULL}) {
    config_.limits.max_cycles = limit;
    const auto machine = make_timed_machine(config_);
    const Error error = stopped(*machine);
    EXPECT_EQ(error.kind(), ErrorKind::NoProgress);
    EXPECT_THAT(error.what(), HasSubstr("kernel k has not ended after " + std::to_string(limit) +
                                        " cycles (limits.max_cycles)\n  "));
    EXPECT_THAT(error.what(), ContainsRegex("pc 0x[0-9a-f]{8}: .*: core 0 warp"));
    ASSERT_EQ(machine->launches().size(), 1U);
    EXPECT_TRUE(machine->launches()[0].partial);
    EXPECT_GE(machine->launches()[0].cycles, limit);
    EXPECT_LT(machine->launches()[0].cycles, limit + 200);
  }
}

TEST_P(StoppedLaunches, AreStoppedByAnAnswer) {
  const auto machine = make_timed_machine(config_);
  unsigned asked = 0;
  machine->on_stop_check([&]() -> std::optional<LaunchStop> {
    if (++asked < 2) return {};
    return LaunchStop{ErrorKind::Interrupted, "was interrupted"};
  });
  const Error error = stopped(*machine);
  EXPECT_EQ(error.kind(), ErrorKind::Interrupted);
  EXPECT_THAT(error.what(), HasSubstr("kernel k was interrupted\n  test.cl:"));
  expect_partial_record(*machine);
  const auto good = compile_program("__kernel void k(__global uint* out) { out[0] = 3; }");
  machine->on_stop_check(nullptr);
  EXPECT_EQ(run_job(*machine, *good, {"k", range_1d(1, 1), 1, {}, {}}), Words{3});
  EXPECT_FALSE(machine->launches()[1].partial);
}

TEST_P(StoppedLaunches, AreToldToStandStill) {
  config_.limits.livelock_instructions = 100'000'000;
  const auto machine = make_timed_machine(config_);
  for (const char* body :
       {"while (out[1] == 0) {}", "if (out[1] == 0) for (;;) __asm__ volatile(\"\");",
        "uint old = 1; while (old != 0) __asm__ volatile(\"amoswap.w %0, %1, (%2)\" : "
        "\"=r\"(old) : \"r\"(1), \"r\"(out) : \"memory\"); out[1] += 1; out[0] = 0;"}) {
    const auto program = compile_program(
        std::string("__kernel void k(__global volatile uint* out) {\n") + body + "\n}");
    const Error error = error_of([&] { run_job(*machine, *program, kJob); });
    EXPECT_EQ(error.kind(), ErrorKind::NoProgress);
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("kernel k at test.cl:2"), HasSubstr("loops for ever")));
  }
}

TEST_P(StoppedLaunches, AreNoneWhereAWarpWaitsForOneThatCounts) {
  config_.limits.livelock_instructions = 100'000'000;
  const auto program = compile_program(
      "__kernel void k(__global volatile uint* out) {\n"
      "  uint i = get_global_id(0);\n"
      "  if (i < 16) { while (out[32] == 0) {} out[i] = out[32]; return; }\n"
      "  uint n = 0; do { n += 1; __asm__ volatile(\"\" : \"+r\"(n)); } while (n < 10000);\n"
      "  out[i] = n;\n"
      "}");
  const auto machine = make_timed_machine(config_);
  EXPECT_EQ(run_job(*machine, *program, {"k", range_1d(33, 33), 33, {}, {}}), Words(33, 10'000));
}

INSTANTIATE_TEST_SUITE_P(Datapath, StoppedLaunches,
                         ::testing::Values(DatapathFidelity::Fast, DatapathFidelity::Exact),
                         [](const auto& info) { return std::string(name_of(info.param)); });

}  // namespace
}  // namespace lanefold
