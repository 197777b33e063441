// SPDX-License-Identifier: Apache-2.0
// A machine of the model's own blocks does not wake SystemC in each cycle. One with others' blocks
// does, and nothing else differs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "lanefold/config.h"
#include "machine/top/block_factory.h"
#include "tests/top/timed_bench.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

const char* const kRefused =
    "__kernel void k(__global volatile uint* out) { uint i = get_global_id(0);"
    "  for (uint n = 0; n < i % 50; ++n) out[i] += n;"
    "  if (i == 77) out[1 << 20] = 1; }";
const char* const kEndless =
    "__kernel void k(__global volatile uint* out) { while (out[1] == 0) {} }";

/// Makes the blocks of the model, but is not BlockFactory itself.
class OthersFactory : public BlockFactory {};

class RunAhead : public ::testing::TestWithParam<const char*> {
 protected:
  RunAhead() {
    config_ = load_machine(GetParam());
    config_.memory.bytes = 64U << 20;
    config_.limits.livelock_instructions = 4'000;
  }
  void build() {
    ahead_ = make_timed_machine(config_);
    in_step_ = make_timed_machine(config_, factory_);
  }
  void expect_equal(const Program& program, const Job& job) {
    EXPECT_EQ(run_job(*ahead_, program, job), run_job(*in_step_, program, job));
    EXPECT_EQ(counters_of_all(*ahead_), counters_of_all(*in_step_));
  }
  void expect_equal_errors(const Program& program, const char* part) {
    const Job bad{"k", range_1d(240, 120), 240, {}, {}};
    const std::string message = error_of([&] { run_job(*ahead_, program, bad); }).what();
    EXPECT_THAT(message, HasSubstr(part));
    EXPECT_EQ(message, error_of([&] { run_job(*in_step_, program, bad); }).what());
  }

  MachineConfig config_;
  OthersFactory factory_;
  std::unique_ptr<Machine> ahead_;
  std::unique_ptr<Machine> in_step_;
};

TEST_P(RunAhead, LeavesCountsAndErrorsAsTheyAre) {
  build();
  const auto mixed = compile_program(kMixed);
  expect_equal(*mixed, mixed_job());
  expect_equal_errors(*compile_program(kRefused), "work-item (77");
  expect_equal(*mixed, mixed_job(480, 60));
  expect_equal_errors(*compile_program(kEndless), "work-item");
  expect_equal(*mixed, mixed_job());
}

TEST_P(RunAhead, KeepsTheLimitOfCycles) {
  config_.limits.max_cycles = 777;
  config_.limits.livelock_instructions = 1'000'000;
  build();
  const auto endless = compile_program(kEndless);
  expect_equal_errors(*endless, "has not ended after 777 cycles");
  expect_equal_errors(*endless, "has not ended after 777 cycles");
}

INSTANTIATE_TEST_SUITE_P(Machines, RunAhead, ::testing::Values("ivb-eu", "manycore-dom", "mv5-wpu"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace lanefold
