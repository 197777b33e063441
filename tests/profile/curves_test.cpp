// SPDX-License-Identifier: Apache-2.0
// Samples of whole runs: they change nothing, and add up to what the runs have counted.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "decisions/scalar/scalar_use.h"
#include "lanefold/config.h"
#include "lanefold/profile.h"
#include "lanefold/sampler.h"
#include "lanefold/statistics_report.h"
#include "machine/top/block_factory.h"
#include "tests/top/timed_bench.h"

namespace lanefold {
namespace {

struct SampledConfig {
  const char* name;
  const char* machine;
  std::vector<std::string> settings;

  MachineConfig config() const {
    MachineConfig config = load_machine(machine);
    config.memory.bytes = 64U << 20;
    config.cores = 2;
    for (const std::string& setting : settings) apply_setting(config, setting);
    validate(config);
    return config;
  }
};
void PrintTo(const SampledConfig& config, std::ostream* out) { *out << config.name; }

/// Looks as often as it can, and holds what it sees against the cycles.
class EveryCycle final : public Sampler {
 public:
  explicit EveryCycle(const MachineConfig& config) : lanes_(alu_lanes(config.core)) {}

  std::uint64_t begin() override {
    before_ = MachineSnapshot();
    ++launches;
    return 1;
  }
  std::uint64_t take(const MachineSnapshot& snapshot) override {
    EXPECT_GT(snapshot.cycle, before_.cycle);
    look(snapshot);
    ++samples;
    return snapshot.cycle + 1;
  }
  void end(const MachineSnapshot& snapshot) override {
    EXPECT_GE(snapshot.cycle, before_.cycle);
    look(snapshot);
    std::uint64_t slots = 0;
    for (const LaneLedger& core : snapshot.ledgers) slots += core.total();
    EXPECT_EQ(slots, snapshot.cycle * lanes_ * snapshot.ledgers.size());
    ends.push_back(snapshot);
  }

  std::uint64_t launches = 0;
  std::uint64_t samples = 0;
  std::vector<MachineSnapshot> ends;

 private:
  /// All slots of cycles that have passed are charged; nothing that is counted gets less.
  void look(const MachineSnapshot& now) {
    EXPECT_GE(now.warp_instructions, before_.warp_instructions);
    EXPECT_GE(now.lane_instructions, before_.lane_instructions);
    for (std::size_t core = 0; core < now.ledgers.size(); ++core) {
      EXPECT_GE(now.ledgers[core].total(), now.cycle * lanes_) << now.cycle;
      for (std::size_t i = 0; i < kSlotCauses && !before_.ledgers.empty(); ++i) {
        EXPECT_GE(now.ledgers[core].slots[i], before_.ledgers[core].slots[i]) << now.cycle;
      }
    }
    for (std::size_t i = 0; i < before_.memory.size(); ++i) {
      EXPECT_GE(now.memory.at(i), before_.memory[i]) << now.cycle;
    }
    before_ = now;
  }

  const std::uint64_t lanes_;
  MachineSnapshot before_;
};

/// All that is known of a run: what `--stats` writes, and its results.
struct Told {
  std::string statistics;
  Words results;
  std::optional<std::string> error;
};
bool operator==(const Told& a, const Told& b) {
  return a.statistics == b.statistics && a.results == b.results && a.error == b.error;
}
void PrintTo(const Told& told, std::ostream* out) {
  *out << told.statistics << told.error.value_or("");
}

Told told_of(Machine& machine, const MachineConfig& config, unsigned launches = 2) {
  Told told;
  const auto program = compile_program(kMixed);
  try {
    for (unsigned i = 0; i < launches; ++i) told.results = run_job(machine, *program, mixed_job());
  } catch (const Error& error) {
    told.error = error.what();
  }
  for (const LaunchStatistics& launch : machine.launches()) {
    told.statistics += statistics_json_launch(launch, config);
  }
  return told;
}

class SamplesOfARun : public ::testing::TestWithParam<SampledConfig> {};

TEST_P(SamplesOfARun, ChangeNothing) {
  const MachineConfig config = GetParam().config();
  const auto plain = make_timed_machine(config);
  const auto sampled = make_timed_machine(config);
  EveryCycle sampler(config);
  sampled->on_sample(&sampler);
  EXPECT_EQ(told_of(*sampled, config), told_of(*plain, config));
  EXPECT_EQ(sampler.launches, 2U);
  EXPECT_GT(sampler.samples, 1000U);
}

TEST_P(SamplesOfARun, ChangeNothingWhereTheRunIsStopped) {
  MachineConfig config = GetParam().config();
  config.limits.max_cycles = 777;
  const auto plain = make_timed_machine(config);
  const auto sampled = make_timed_machine(config);
  EveryCycle sampler(config);
  sampled->on_sample(&sampler);
  const Told told = told_of(*sampled, config);
  EXPECT_EQ(told, told_of(*plain, config));
  ASSERT_TRUE(told.error);
  ASSERT_EQ(sampler.ends.size(), 1U);
  EXPECT_EQ(sampler.ends[0].cycle, sampled->launches().at(0).cycles);
  EXPECT_EQ(sampler.ends[0].warp_instructions, sampled->launches().at(0).warp_instructions);
}

using Sums = std::map<std::string, std::uint64_t>;

Sums sums_of(const Curves& curves) {
  Sums sums;
  for (const Curves::Series& series : curves.series) {
    EXPECT_EQ(series.values.size(), curves.begin.size());
    sums[series.name] =
        std::accumulate(series.values.begin(), series.values.end(), std::uint64_t{0});
  }
  return sums;
}

/// What is not 0.
Sums sums_of(const std::vector<LaunchStatistics>& launches) {
  Sums sums;
  const auto add = [&](const std::string& name, std::uint64_t value) {
    if (value != 0) sums[name] += value;
  };
  for (const LaunchStatistics& launch : launches) {
    add("warp_instructions", launch.warp_instructions);
    add("lane_instructions", launch.lane_instructions);
    for (std::size_t i = 0; i < kSlotCauses; ++i) {
      const auto cause = static_cast<SlotCause>(i);
      add(std::string("ledger.") + slot_cause_name(cause), launch.ledger[cause]);
    }
    for (const MemoryBlockStatistics& block : launch.memory) {
      for (const auto& counter : block.counters) {
        if (counter.kind == CounterKind::Maximum) continue;
        add(block.name + "." + counter.name, counter.value);
      }
    }
  }
  return sums;
}

void expect_whole(const Curves& curves, const std::vector<LaunchStatistics>& launches) {
  EXPECT_EQ(sums_of(curves), sums_of(launches));
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < curves.begin.size(); ++i) {
    EXPECT_EQ(curves.begin[i], end);
    end += curves.cycles[i];
  }
  std::uint64_t cycles = 0;
  ASSERT_EQ(curves.launches.size(), launches.size());
  for (std::size_t i = 0; i < launches.size(); ++i) {
    EXPECT_EQ(curves.launches[i].begin, cycles);
    EXPECT_EQ(curves.launches[i].kernel, launches[i].kernel);
    cycles += launches[i].cycles;
  }
  EXPECT_EQ(end, cycles);
  LaneLedger of_cores;
  for (const LaneLedger& core : curves.per_core) {
    for (std::size_t i = 0; i < kSlotCauses; ++i) of_cores.slots[i] += core.slots[i];
  }
  EXPECT_EQ(of_cores.total(), LaunchStatistics(total_of(launches)).ledger.total());
}

TEST_P(SamplesOfARun, AddUpToAllLaunches) {
  const MachineConfig config = GetParam().config();
  const auto machine = make_profiled_machine(config);
  told_of(*machine, config, 3);
  const Curves curves = machine->curves();
  expect_whole(curves, machine->launches());
  EXPECT_EQ(curves.cores, 2U);
  EXPECT_GT(curves.begin.size(), 20U);
}

// What a launch that is stopped has counted is in its profile, too.
TEST_P(SamplesOfARun, HaveALaunchThatIsStopped) {
  for (const std::uint64_t cycles : {50, 333, 777}) {
    MachineConfig config = GetParam().config();
    config.limits.max_cycles = cycles;
    const auto machine = make_profiled_machine(config);
    EXPECT_TRUE(told_of(*machine, config).error);
    ASSERT_EQ(machine->launches().size(), 1U) << cycles;
    expect_whole(machine->curves(), machine->launches());
    ASSERT_EQ(machine->profiles().size(), 1U) << cycles;
    std::uint64_t issues = 0;
    for (const ProfiledInstruction& one : machine->profiles()[0].instructions) {
      issues += one.counts.warp_instructions;
    }
    EXPECT_EQ(issues, machine->launches()[0].warp_instructions) << cycles;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Machines, SamplesOfARun,
    ::testing::Values(
        SampledConfig{"ivb", "ivb-eu", {}},
        SampledConfig{"exact", "ivb-eu", {"core.compaction=scc", "core.datapath=exact"}},
        SampledConfig{"scalar", "ivb-eu", {"core.scalar.execution=pipe"}},
        SampledConfig{"slip", "manycore-dom", {"core.on_miss=slip", "core.warps=4"}},
        SampledConfig{"divide", "mv5-wpu", {"core.on_miss=divide", "core.on_branch=divide"}},
        SampledConfig{"adaptive",
                      "mv5-wpu",
                      {"core.warp_width=16", "core.warps=4", "core.adaptation.strategy=dwrep",
                       "core.adaptation.tasks_per_thread=1"}}),
    [](const auto& param) { return std::string(param.param.name); });

/// Makes the blocks of the model, but is not BlockFactory itself: SystemC wakes in each cycle.
class OthersFactory : public BlockFactory {};

/// What is seen of a launch, cycle by cycle.
class Recording final : public Sampler {
 public:
  std::uint64_t begin() override { return 64; }
  std::uint64_t take(const MachineSnapshot& snapshot) override {
    seen.push_back({snapshot.cycle, snapshot.warp_instructions, snapshot.lane_instructions});
    for (const LaneLedger& core : snapshot.ledgers) {
      seen.back().insert(seen.back().end(), core.slots.begin(), core.slots.end());
    }
    seen.back().insert(seen.back().end(), snapshot.memory.begin(), snapshot.memory.end());
    return snapshot.cycle + 64;
  }
  void end(const MachineSnapshot&) override {}

  std::vector<std::vector<std::uint64_t>> seen;
};

TEST(Sampler, SeesTheSameWhereSystemCsSchedulerRuns) {
  const MachineConfig config = small_machine();
  OthersFactory factory;
  const auto ahead = make_timed_machine(config);
  const auto in_step = make_timed_machine(config, factory);
  Recording of_ahead;
  Recording of_in_step;
  ahead->on_sample(&of_ahead);
  in_step->on_sample(&of_in_step);
  told_of(*ahead, config);
  told_of(*in_step, config);
  EXPECT_GT(of_ahead.seen.size(), 10U);
  EXPECT_EQ(of_ahead.seen, of_in_step.seen);
}

TEST(Sampler, IsAskedNoMoreWhenItIsTakenAway) {
  const MachineConfig config = small_machine();
  const auto machine = make_timed_machine(config);
  EveryCycle sampler(config);
  machine->on_sample(&sampler);
  told_of(*machine, config, 1);
  const std::uint64_t samples = sampler.samples;
  EXPECT_GT(samples, 0U);
  machine->on_sample(nullptr);
  told_of(*machine, config, 1);
  EXPECT_EQ(sampler.samples, samples);
  EXPECT_EQ(sampler.launches, 1U);
}

TEST(Sampler, IsIgnoredByAFunctionalMachine) {
  const MachineConfig config = small_machine();
  const auto machine = make_functional_machine(config);
  EveryCycle sampler(config);
  machine->on_sample(&sampler);
  told_of(*machine, config, 1);
  EXPECT_EQ(sampler.launches, 0U);
}

TEST(Sampler, FailsTheLaunchByWhatItThrows) {
  class Throwing final : public Sampler {
   public:
    std::uint64_t begin() override { return 100; }
    std::uint64_t take(const MachineSnapshot&) override {
      throw Error(ErrorKind::Usage, "enough is seen");
    }
    void end(const MachineSnapshot&) override { ADD_FAILURE(); }
  } sampler;
  const MachineConfig config = small_machine();
  const auto machine = make_timed_machine(config);
  machine->on_sample(&sampler);
  EXPECT_EQ(told_of(*machine, config).error, "enough is seen");
  EXPECT_TRUE(machine->launches().empty());
  machine->on_sample(nullptr);
  EXPECT_FALSE(told_of(*machine, config).error);
}

// The counts of a launch that fails are in none, those of others are.
TEST(Curves, LeaveOutALaunchThatFails) {
  MachineConfig config = small_machine();
  const auto machine = make_profiled_machine(config);
  const auto program = compile_program(
      "__kernel void k(__global volatile uint* out) { uint i = get_global_id(0);"
      "  for (uint n = 0; n < i % 50; ++n) out[i] += n;"
      "  if (i == 77) out[1 << 20] = 1; }");
  told_of(*machine, config, 1);
  EXPECT_THROW(run_job(*machine, *program, {"k", range_1d(240, 120), 240, {}, {}}), Error);
  told_of(*machine, config, 1);
  ASSERT_EQ(machine->launches().size(), 2U);
  expect_whole(machine->curves(), machine->launches());
}

}  // namespace
}  // namespace lanefold
