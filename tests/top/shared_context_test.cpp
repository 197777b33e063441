// SPDX-License-Identifier: Apache-2.0
// A machine goes on without SystemC's scheduler only while no other module is in its SystemC
// context; a module that is there sees each cycle at its time.
#include <gtest/gtest.h>
#include <sysc/kernel/sc_dynamic_processes.h>

#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <utility>

#include "decisions/execute/launched_work_groups.h"
#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/gpu.h"
#include "lanefold/program.h"
#include "machine/gpu/use_context.h"
#include "machine/top/chip.h"

namespace lanefold {
namespace {

const char* const kLoops =
    "__kernel void k() { for (uint n = get_global_id(0); n < 800; ++n) __asm__ volatile(\"\"); }";

/// A module that others wrote, with a process or without.
struct Neighbour : sc_core::sc_module {
  SC_HAS_PROCESS(Neighbour);
  explicit Neighbour(const sc_core::sc_module_name& name, std::function<void()> process = {})
      : sc_module(name), work(std::move(process)) {
    if (work) SC_THREAD(run);
  }
  void run() { work(); }

  const std::function<void()> work;
};

unsigned processes_below(const sc_core::sc_object& object) {
  unsigned count = dynamic_cast<const sc_core::sc_process_b*>(&object) != nullptr ? 1 : 0;
  for (const sc_core::sc_object* child : object.get_child_objects()) {
    count += processes_below(*child);
  }
  return count;
}

/// A chip as a machine has it: the only child of a module at the top.
struct Machine : sc_core::sc_module {
  Machine(const sc_core::sc_module_name& name, const MachineConfig& config, BlockFactory& factory)
      : sc_module(name), chip(config, factory) {}
  Chip chip;
};

/// A machine as a part of a foreign simulation.
class SharedContext : public ::testing::Test {
 protected:
  SharedContext() {
    launch_.image = &program_->image();
    launch_.kernel = program_->kernels().data();
    launch_.entry = program_->image().entries[0];
    launch_.range.global[0] = launch_.range.local[0] = 64;
    launch_.warp_width = config_.core.warp_width;
  }
  /// At a whole number of issue periods.
  void begin() {
    const sc_core::sc_time unit = chip_.period() * config_.core.issue.period;
    sc_core::sc_start(unit - sc_core::sc_time_stamp() % unit);
    chip_.begin(groups_);
    begin_ = sc_core::sc_time_stamp();
    deltas_ = sc_core::sc_delta_count();
  }
  /// To the end of the launch, and the cycles that it took.
  std::uint64_t finish() {
    while (!chip_.finished() || chip_.busy()) chip_.advance(5'000);
    LaunchStatistics statistics;
    chip_.finish(statistics);
    return statistics.cycles;
  }
  std::uint64_t run() {
    begin();
    return finish();
  }
  /// Since begin().
  std::uint64_t deltas() const { return sc_core::sc_delta_count() - deltas_; }
  std::uint64_t cycle_of_systemc() const {
    return static_cast<std::uint64_t>((sc_core::sc_time_stamp() - begin_) / chip_.period());
  }
  /// The work of a process that wakes in every cycle until the launch has ended.
  void watch() {
    while (!chip_.finished()) sc_core::wait(chip_.period());
    seen_end_ = cycle_of_systemc();
  }
  /// A process that watches has seen the launch end in the cycle in which it did, but for the last
  /// instruction's way through the pipeline.
  void expect_seen_in_time(std::uint64_t cycles) {
    sc_core::sc_start(2 * chip_.period());
    EXPECT_LE(seen_end_, cycles + 1);
    EXPECT_GT(seen_end_ + 20, cycles);
  }

  const NewContext context_;
  const std::shared_ptr<const Program> program_ =
      load_program(compile_opencl(kLoops, "k").elf, "k");
  MachineConfig config_;
  GlobalMemory content_{16U << 20};
  Reservations reservations_;
  BlockFactory factory_;
  Machine machine_{"machine", config_, factory_};
  Chip& chip_ = machine_.chip;
  Launch launch_;
  LaunchedWorkGroups groups_{launch_, content_, reservations_};
  sc_core::sc_time begin_;
  sc_dt::uint64 deltas_ = 0;
  std::uint64_t seen_end_ = 0;
};

TEST_F(SharedContext, LetsAMachineThatIsAloneRunAhead) {
  const std::uint64_t cycles = run();
  EXPECT_GT(cycles, 10'000U);
  EXPECT_LT(deltas(), cycles / 500) << "one or two for every 5,000 cycles";
  EXPECT_EQ(run(), cycles);
  EXPECT_LT(deltas(), cycles / 500);
}

TEST_F(SharedContext, StepsThroughEveryCycleForAModuleWithAProcess) {
  const Neighbour neighbour("neighbour", [this] {
    sc_core::wait(3 * chip_.period());
    watch();
  });
  expect_seen_in_time(run());
}

// It may be called by the machine: a socket of a cache takes any number of initiators.
TEST_F(SharedContext, StepsThroughEveryCycleForAModuleWithoutAProcess) {
  const Neighbour neighbour("neighbour");
  const std::uint64_t cycles = run();
  EXPECT_GT(deltas(), cycles / 10);
}

TEST_F(SharedContext, StepsThroughEveryCycleForAClock) {
  const sc_core::sc_clock clock("neighbour", 1000 * chip_.period());
  const std::uint64_t cycles = run();
  EXPECT_GT(deltas(), cycles / 10);
}

TEST_F(SharedContext, IsBackInStepForAProcessThatIsSpawnedInARun) {
  begin();
  chip_.advance(5'000);
  EXPECT_LT(deltas(), 10U);
  EXPECT_EQ(cycle_of_systemc(), 5'000U);
  sc_core::sc_spawn([this] { watch(); });
  expect_seen_in_time(finish());
}

TEST(WholeMachines, HaveNoProcessButTheirClocks) {
  for (const char* name : {"ivb-eu", "manycore-dom", "mv5-wpu"}) {
    const NewContext context;
    const Gpu gpu("gpu", load_machine(name));
    sc_core::sc_start(gpu.clock_period());
    EXPECT_EQ(processes_below(gpu), 1U) << name;
  }
}

}  // namespace
}  // namespace lanefold
