// SPDX-License-Identifier: Apache-2.0
// Random programs whose values go through the levels of memory.
#include <gtest/gtest.h>

#include "tests/support/many_programs.h"
#include "tests/uniformity/random_kernels.h"
#include "tests/uniformity/random_machine.h"

namespace lanefold {
namespace {

class RandomValues : public ::testing::TestWithParam<RandomKind> {
 protected:
  static MachineConfig config_with(const std::vector<std::string>& settings) {
    return random_machine(GetParam(), settings);
  }
  static KernelOutcome run(Machine& machine, const Program& program, unsigned group) {
    KernelOutcome outcome = run_random(machine, program, group);
    EXPECT_EQ(machine.memory_difference(), "");
    return outcome;
  }

  /// Requests of one core for one line arrive in the order of their issue.
  void expect_as_beside(std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      const auto program = make_program(RandomKernel(seed).make());
      const auto beside = make_timed_machine(config_with({"memory.values=beside"}));
      const auto through = make_timed_machine(config_with({"memory.values=through"}));
      const KernelOutcome expected = run(*beside, *program, 24);
      const KernelOutcome got = run(*through, *program, 24);
      ASSERT_EQ(got.buffer, expected.buffer);
      ASSERT_EQ(got.counters, expected.counters);
    }
  }

  /// One warp at a time, whose lanes stay together, writes in the order of a functional machine.
  void expect_as_functional(std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      const auto program = make_program(RandomKernel(seed).make());
      const MachineConfig config =
          config_with({"memory.values=through", "core.warps=1", "core.on_miss=stall-on-use"});
      const auto functional = make_functional_machine(config);
      const auto timed = make_timed_machine(config);
      ASSERT_EQ(run(*timed, *program, 8).buffer, run(*functional, *program, 8).buffer);
    }
  }
};

TEST_P(RandomValues, AreThoseBesideOfOneCore) { expect_as_beside(1, 30); }
TEST_P(RandomValues, DeepManyAreThoseBesideOfOneCore) {
  expect_as_beside(1000, many_programs(1000));
}

INSTANTIATE_TEST_SUITE_P(
    All, RandomValues,
    ::testing::Values(
        RandomKind{"stall_on_use", {"core.on_miss=stall-on-use"}},
        RandomKind{"regions", {"dispatch.mapping=regions", "core.private_layout=own-lines"}},
        RandomKind{"block", {"core.on_miss=block"}}, RandomKind{"slip", {"core.on_miss=slip"}},
        RandomKind{"divide",
                   {"core.on_miss=divide", "core.on_branch=divide", "core.division=eager"}},
        RandomKind{"adapting",
                   {"core.adaptation.strategy=dwrep", "core.adaptation.tasks_per_thread=1",
                    "core.warps=4", "core.on_miss=slip"}},
        RandomKind{"scalar_exact",
                   {"core.scalar.execution=pipe", "core.scalar.knowledge=dynamic",
                    "core.datapath=exact", "core.alu_width=2", "core.compaction=scc"}},
        RandomKind{"write_through", {"coherence=none", "l1.write=through"}},
        RandomKind{"without_private_caches", {"coherence=none", "l1.enabled=false"}}),
    [](const auto& info) { return std::string(info.param.name); });

class RandomValuesOfAWarp : public RandomValues {};

TEST_P(RandomValuesOfAWarp, AreThoseOfTheFunctionalMachine) { expect_as_functional(1, 60); }
TEST_P(RandomValuesOfAWarp, DeepManyAreThoseOfTheFunctionalMachine) {
  expect_as_functional(1000, many_programs(2000));
}

INSTANTIATE_TEST_SUITE_P(All, RandomValuesOfAWarp,
                         ::testing::Values(RandomKind{"cached", {}},
                                           RandomKind{"without_private_caches",
                                                      {"coherence=none", "l1.enabled=false"}}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace lanefold
