// SPDX-License-Identifier: Apache-2.0
// Random programs: one lane that computes for all does what all of them do.
#include "tests/uniformity/random_kernels.h"

#include <gtest/gtest.h>

#include <cstring>

#include "lanefold/config.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "tests/support/counters.h"
#include "tests/support/kernels.h"
#include "tests/support/many_programs.h"

namespace lanefold {
namespace {

struct Kind {
  const char* name;
  std::vector<std::string> settings;
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

struct Outcome {
  std::vector<std::uint32_t> buffer = std::vector<std::uint32_t>(1024);
  std::map<std::string, std::uint64_t> counters;
};

class RandomScalarKernels : public ::testing::TestWithParam<Kind> {
 protected:
  Outcome run(const Program& program, const std::vector<std::string>& settings) {
    MachineConfig config = load_machine("mv5-wpu");
    for (const char* setting : {"memory.bytes=1048576", "cores=1", "l1.bytes=1024", "l1.ways=2",
                                "l1.banks=8", "core.warp_width=8", "limits.max_cycles=2000000"}) {
      apply_setting(config, setting);
    }
    for (const std::string& setting : GetParam().settings) apply_setting(config, setting);
    for (const std::string& setting : settings) apply_setting(config, setting);
    validate(config);
    const auto machine = make_timed_machine(config);
    Outcome outcome;
    const Buffer buffer = machine->allocate(outcome.buffer.size() * 4);
    machine->launch(program, "k", range_1d(48, 24), {});
    machine->read(buffer, 0, outcome.buffer.data(), buffer.size);
    outcome.counters = counters_by_name(machine->launches().at(0));
    return outcome;
  }

  /// In the fast data path all lanes compute, whatever is known of them.
  void expect_same(std::uint64_t first, std::uint64_t count) {
    std::uint64_t once = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      const auto program = make_program(RandomKernel(seed).make());
      const Outcome fast = run(*program, {"core.datapath=fast"});
      const Outcome exact = run(*program, {"core.datapath=exact"});
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
        Kind{"energy", {"core.scalar.execution=energy", "core.alu_width=2", "core.compaction=bcc"}},
        Kind{"one_cycle",
             {"core.scalar.execution=one-cycle", "core.alu_width=4", "core.compaction=scc"}},
        Kind{"pipe_ipdom", {"core.scalar.execution=pipe", "core.reconvergence=ipdom"}},
        Kind{"dynamic",
             {"core.scalar.execution=pipe", "core.scalar.knowledge=dynamic", "core.alu_width=2",
              "core.compaction=ivb"}},
        Kind{"slip",
             {"core.scalar.execution=one-cycle", "core.scalar.knowledge=dynamic",
              "core.on_miss=slip"}},
        Kind{"divide",
             {"core.scalar.execution=pipe", "core.scalar.knowledge=dynamic", "core.on_miss=divide",
              "core.on_branch=divide", "core.division=eager"}},
        Kind{"static_slip", {"core.scalar.execution=one-cycle", "core.on_miss=slip"}},
        Kind{"static_divide",
             {"core.scalar.execution=pipe", "core.on_miss=divide", "core.on_branch=divide",
              "core.division=eager"}},
        Kind{"adapting",
             {"core.scalar.execution=pipe", "core.scalar.knowledge=dynamic",
              "core.adaptation.strategy=dwrep", "core.adaptation.tasks_per_thread=1",
              "core.warps=4"}},
        Kind{"narrow_dynamic",
             {"core.scalar.execution=pipe", "core.scalar.knowledge=dynamic", "core.simd=3x2"}},
        Kind{"narrow", {"core.scalar.execution=pipe", "core.simd=3x2"}}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace lanefold
