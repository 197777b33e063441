// SPDX-License-Identifier: Apache-2.0
// A GPU in a simulation of others, launched from C++.
#include "lanefold/gpu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "lanefold/config.h"
#include "lanefold/error.h"
#include "tests/gpu/gpu_bench.h"
#include "tests/support/refusal.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

/// Counts the edges of a clock.
struct Ticks : sc_core::sc_module {
  SC_HAS_PROCESS(Ticks);
  Ticks(const sc_core::sc_module_name& name, const sc_core::sc_time& period)
      : sc_module(name), clock("clock", period) {
    SC_METHOD(count);
    sensitive << clock.posedge_event();
    dont_initialize();
  }
  void count() { ++ticks; }
  sc_core::sc_clock clock;
  std::uint64_t ticks = 0;
};

class GpuInASimulation : public ::testing::TestWithParam<const char*> {
 protected:
  const NewContext context_;
  const MachineConfig config_ = load_machine(GetParam());
  Gpu gpu_{"gpu", config_};
  Ticks ticks_{"ticks", gpu_.clock_period()};
};

TEST_P(GpuInASimulation, PassesTheTimeOfAProcessThatLaunches) {
  std::uint64_t ticked = 0;
  Platform platform("platform", [&] {
    sc_core::wait(1000 * gpu_.clock_period());
    const Buffer buffer = make_numbers(gpu_.host());
    const auto program = twice();
    const std::uint64_t before = ticks_.ticks;
    launch_twice(gpu_.host(), *program, buffer);
    ticked = ticks_.ticks - before;
    EXPECT_EQ(wrong_numbers(gpu_.host(), buffer, 8), 0U);
  });
  sc_core::sc_start();
  ASSERT_TRUE(platform.done());
  const LaunchStatistics& launch = gpu_.host().launches().at(0);
  const LaunchStatistics expected = alone(config_);
  EXPECT_EQ(launch.cycles, expected.cycles);
  EXPECT_EQ(launch.warp_instructions, expected.warp_instructions);
  EXPECT_GE(ticked, launch.cycles);
  EXPECT_LE(ticked, launch.memory_cycles + config_.core.issue.period + 2);
}

TEST_P(GpuInASimulation, RunsTheSimulationOfWhoIsNoProcess) {
  const Buffer buffer = make_numbers(gpu_.host());  // before anything has been elaborated
  launch_twice(gpu_.host(), *twice(), buffer);
  const LaunchStatistics& launch = gpu_.host().launches().at(0);
  EXPECT_EQ(launch.cycles, alone(config_).cycles);
  EXPECT_GE(ticks_.ticks, launch.cycles);
  EXPECT_LE(ticks_.ticks, launch.memory_cycles + 2 * config_.core.issue.period + 2);
  EXPECT_EQ(wrong_numbers(gpu_.host(), buffer, 8), 0U);
  EXPECT_EQ(gpu_.host().memory_difference(), "");
}

INSTANTIATE_TEST_SUITE_P(Machines, GpuInASimulation,
                         ::testing::Values("ivb-eu", "manycore-dom", "mv5-wpu"),
                         [](const auto& machine) {
                           std::string name = machine.param;
                           name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                           return name;
                         });

TEST(Gpus, RunSideBySideAsTheyDoAlone) {
  const NewContext context;
  const MachineConfig small, large = load_machine("mv5-wpu");
  Gpu first("first", small), second("second", large);
  const auto run = [](Gpu& gpu) {
    const Buffer buffer = make_numbers(gpu.host());
    for (int factor : {8, 64}) {
      launch_twice(gpu.host(), *twice(), buffer);
      EXPECT_EQ(wrong_numbers(gpu.host(), buffer, factor), 0U);
    }
  };
  bool both = false;
  Platform platform("platform", [&] {
    auto other = sc_core::sc_spawn([&] { run(second); });
    run(first);
    if (!other.terminated()) sc_core::wait(other.terminated_event());
    both = true;
  });
  sc_core::sc_start();
  ASSERT_TRUE(both);
  EXPECT_EQ(first.host().launches().at(0).cycles, alone(small).cycles);
  EXPECT_EQ(second.host().launches().at(0).cycles, alone(large).cycles);
}

TEST(Gpus, RefuseAMethodProcess) {
  const NewContext context;
  Gpu gpu("gpu", MachineConfig());
  std::optional<Error> refused;
  const auto program = twice();
  sc_core::sc_spawn_options method;
  method.spawn_method();
  sc_core::sc_spawn(
      [&] {
        try {
          launch_twice(gpu.host(), *program, make_numbers(gpu.host()));
        } catch (const Error& error) {
          refused = error;
        }
      },
      "method", &method);
  sc_core::sc_start(gpu.clock_period());
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->what(), HasSubstr("a method process cannot"));
}

TEST(Gpus, RefuseALaunchAfterTheEnd) {
  const NewContext context;
  Gpu gpu("gpu", MachineConfig());
  Platform platform("platform", [] {});
  const auto program = twice();
  const Buffer buffer = make_numbers(gpu.host());
  sc_core::sc_start();
  ASSERT_TRUE(platform.done());
  EXPECT_THAT(refusal(ErrorKind::Usage, [&] { launch_twice(gpu.host(), *program, buffer); }),
              HasSubstr("the simulation has been stopped"));
}

TEST(Gpus, RefuseASecondLaunchMeanwhile) {
  const NewContext context;
  Gpu gpu("gpu", MachineConfig());
  const auto program = twice();
  const Buffer buffer = make_numbers(gpu.host());
  std::string refusal;
  Platform platform("platform", [&] {
    sc_core::sc_spawn([&] {
      sc_core::wait(100 * gpu.clock_period());
      try {
        launch_twice(gpu.host(), *program, buffer);
      } catch (const Error& error) {
        refusal = error.what();
      }
    });
    launch_twice(gpu.host(), *program, buffer);
  });
  sc_core::sc_start();
  EXPECT_THAT(refusal, HasSubstr("one launch at a time"));
  EXPECT_EQ(wrong_numbers(gpu.host(), buffer, 8), 0U);
}

// What a work-item does wrong ends the launch, not the simulation.
TEST(Gpus, GoOnAfterAFailure) {
  const NewContext context;
  Gpu gpu("gpu", MachineConfig());
  const auto program = twice();
  std::string failure;
  Platform platform("platform", [&] {
    const Buffer small = gpu.host().allocate(4);
    try {
      launch_twice(gpu.host(), *program, small);
    } catch (const Error& error) {
      failure = error.what();
    }
    sc_core::wait(10 * gpu.clock_period());
    const Buffer buffer = make_numbers(gpu.host());
    launch_twice(gpu.host(), *program, buffer);
    EXPECT_EQ(wrong_numbers(gpu.host(), buffer, 8), 0U);
  });
  sc_core::sc_start();
  ASSERT_TRUE(platform.done());
  EXPECT_THAT(failure, HasSubstr("twice"));
}

}  // namespace
}  // namespace lanefold
