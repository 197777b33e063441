// SPDX-License-Identifier: Apache-2.0
// Random programs whose values go through the levels of memory.
#include <gtest/gtest.h>

#include "lanefold/config.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "tests/support/counters.h"
#include "tests/support/kernels.h"
#include "tests/support/many_programs.h"
#include "tests/uniformity/random_kernels.h"

namespace lanefold {
namespace {

struct RandomKind {
  const char* name;
  std::vector<std::string> settings;
};

void PrintTo(const RandomKind& kind, std::ostream* out) { *out << kind.name; }

struct KernelOutcome {
  std::vector<std::uint32_t> buffer = std::vector<std::uint32_t>(1024);
  std::map<std::string, std::uint64_t> counters;
};

class RandomValues : public ::testing::TestWithParam<RandomKind> {
 protected:
  MachineConfig config_with(const std::vector<std::string>& settings) {
    MachineConfig config = load_machine("mv5-wpu");
    for (const char* setting : {"memory.bytes=1048576", "cores=1", "l1.bytes=1024", "l1.ways=2",
                                "l1.banks=8", "core.warp_width=8", "limits.max_cycles=2000000"}) {
      apply_setting(config, setting);
    }
    for (const std::string& setting : GetParam().settings) apply_setting(config, setting);
    for (const std::string& setting : settings) apply_setting(config, setting);
    validate(config);
    return config;
  }
  static KernelOutcome run(Machine& machine, const Program& program, unsigned group) {
    KernelOutcome outcome;
    const Buffer buffer = machine.allocate(outcome.buffer.size() * 4);
    machine.launch(program, "k", range_1d(48, group), {});
    machine.read(buffer, 0, outcome.buffer.data(), buffer.size);
    outcome.counters = counters_by_name(machine.launches().at(0));
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
