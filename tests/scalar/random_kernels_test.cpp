// SPDX-License-Identifier: Apache-2.0
// Random programs: one lane that computes for all does what all of them do.
#include "tests/uniformity/random_kernels.h"

#include <gtest/gtest.h>

#include "tests/support/many_programs.h"
#include "tests/uniformity/random_machine.h"

namespace lanefold {
namespace {

class RandomScalarKernels : public ::testing::TestWithParam<RandomKind> {
 protected:
  static KernelOutcome run(const Program& program, const std::vector<std::string>& settings) {
    return run_random(*make_timed_machine(random_machine(GetParam(), settings)), program, 24);
  }

  /// In the fast data path all lanes compute, whatever is known of them.
  void expect_same(std::uint64_t first, std::uint64_t count) {
    std::uint64_t once = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      const auto program = make_program(RandomKernel(seed).make());
      const KernelOutcome fast = run(*program, {"core.datapath=fast"});
      const KernelOutcome exact = run(*program, {"core.datapath=exact"});
      ASSERT_EQ(exact.buffer, fast.buffer);
      ASSERT_EQ(exact.counters, fast.counters);
      once += exact.counters.at("scalar_instructions");
    }
    EXPECT_GT(once, count * 50);
  }
};

TEST_P(RandomScalarKernels, DoTheSameOnBothDataPaths) { expect_same(1, 40); }
TEST_P(RandomScalarKernels, DeepManyDoTheSameOnBothDataPaths) {
  expect_same(1000, many_programs(2000));
}

INSTANTIATE_TEST_SUITE_P(
    All, RandomScalarKernels,
    ::testing::Values(
        RandomKind{"energy",
                   {"core.scalar.execution=energy", "core.alu_width=2", "core.compaction=bcc"}},
        RandomKind{"one_cycle",
                   {"core.scalar.execution=one-cycle", "core.alu_width=4", "core.compaction=scc"}},
        RandomKind{"pipe_ipdom", {"core.scalar.execution=pipe", "core.reconvergence=ipdom"}},
        RandomKind{"yield", {"core.scalar.execution=pipe", "core.reconvergence=yield"}},
        RandomKind{"dynamic",
                   {"core.scalar.execution=pipe", "core.scalar.knowledge=dynamic",
                    "core.alu_width=2", "core.compaction=ivb"}},
        RandomKind{"slip",
                   {"core.scalar.execution=one-cycle", "core.scalar.knowledge=dynamic",
                    "core.on_miss=slip"}},
        RandomKind{"divide",
                   {"core.scalar.execution=pipe", "core.scalar.knowledge=dynamic",
                    "core.on_miss=divide", "core.on_branch=divide", "core.division=eager"}},
        RandomKind{"static_slip", {"core.scalar.execution=one-cycle", "core.on_miss=slip"}},
        RandomKind{"static_divide",
                   {"core.scalar.execution=pipe", "core.on_miss=divide", "core.on_branch=divide",
                    "core.division=eager"}},
        RandomKind{"adapting",
                   {"core.scalar.execution=pipe", "core.scalar.knowledge=dynamic",
                    "core.adaptation.strategy=dwrep", "core.adaptation.tasks_per_thread=1",
                    "core.warps=4"}},
        RandomKind{
            "narrow_dynamic",
            {"core.scalar.execution=pipe", "core.scalar.knowledge=dynamic", "core.simd=3x2"}},
        RandomKind{"regions",
                   {"core.scalar.execution=pipe", "core.scalar.knowledge=dynamic",
                    "dispatch.mapping=regions"}},
        RandomKind{"narrow", {"core.scalar.execution=pipe", "core.simd=3x2"}}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace lanefold
