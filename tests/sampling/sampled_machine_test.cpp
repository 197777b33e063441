// SPDX-License-Identifier: Apache-2.0
// Machines of which only some launches are timed.
#include "machine/sampled/sampled_machine.h"

#include <gtest/gtest.h>

#include "tests/support/kernels.h"

namespace lanefold {
namespace {

constexpr const char* kAdd =
    "kernel void add(global uint* a, global const uint* b) {\n"
    "  a[get_global_id(0)] += b[get_global_id(0) * 16 % 256];\n"
    "}\n";

/// Adds one buffer to a part of another, again and again.
class SampledRuns : public ::testing::Test {
 protected:
  static MachineConfig machine_config() { return test_machine(16); }

  /// What is in the buffer at the end.
  Words run(Machine& machine, unsigned launches) const {
    const Buffer unused = machine.allocate(4096);
    const Buffer sum = machine.allocate(1024);
    const Buffer numbers = machine.allocate(1024);
    machine.release(unused);
    machine.write(numbers, 0, counting(256, 1).data(), 1024);
    const Buffer half{sum.address + 512, 512};
    for (unsigned i = 0; i < launches; ++i) {
      machine.launch(*program_, "add", range_1d(128, 32), {argument(half), argument(numbers)});
    }
    Words words(256);
    machine.read(sum, 0, words.data(), 1024);
    return words;
  }

  std::shared_ptr<const Program> program_ = compile_program(kAdd);
};

TEST_F(SampledRuns, TimeTheLaunchesThatAreNamedFromTheSameMemory) {
  const auto whole = make_timed_machine(machine_config());
  const Words expected = run(*whole, 6);
  const auto timed = make_timed_machine(machine_config());
  SampledMachine sampled(machine_config(), *timed, parse_timed_launches("0,1,4"));
  EXPECT_EQ(run(sampled, 6), expected);
  ASSERT_EQ(sampled.launches().size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    const LaunchStatistics& launch = sampled.launches()[i];
    EXPECT_EQ(launch.timed, i == 0 || i == 1 || i == 4) << i;
    EXPECT_EQ(launch.warp_instructions, whole->launches()[i].warp_instructions);
    if (launch.timed) {
      EXPECT_EQ(launch.cycles, whole->launches()[i].cycles) << i;
    }
  }
  const std::vector<KernelEstimate> estimates = sampled.estimates();
  ASSERT_EQ(estimates.size(), 1U);
  EXPECT_EQ(estimates[0].launches, 6U);
  EXPECT_EQ(estimates[0].timed, 3U);
  std::uint64_t cycles = 0;
  for (const LaunchStatistics& launch : whole->launches()) cycles += launch.cycles;
  EXPECT_NEAR(*estimates[0].cycles, static_cast<double>(cycles),
              0.02 * static_cast<double>(cycles));
}

/// Of a launch of many more work-groups than the machine holds, three times.
TEST_F(SampledRuns, TimeTheBeginningOfLongLaunches) {
  const auto run_long = [&](Machine& machine) {
    const Buffer sum = machine.allocate(1 << 18);
    const Buffer numbers = machine.allocate(1024);
    machine.write(numbers, 0, counting(256, 1).data(), 1024);
    for (unsigned i = 0; i < 3; ++i) {
      machine.launch(*program_, "add", range_1d(1 << 16, 32), {argument(sum), argument(numbers)});
    }
    Words words(1 << 16);
    machine.read(sum, 0, words.data(), 1 << 18);
    return words;
  };
  const auto whole = make_timed_machine(machine_config());
  const Words expected = run_long(*whole);
  const auto timed = make_timed_machine(machine_config());
  SampledMachine sampled(machine_config(), *timed, parse_timed_launches("auto"));
  EXPECT_EQ(run_long(sampled), expected);
  const std::vector<KernelEstimate> estimates = sampled.estimates();
  ASSERT_EQ(estimates.size(), 1U);
  EXPECT_EQ(estimates[0].partly_timed, 3U);
  EXPECT_EQ(estimates[0].timed, 0U);
  double cycles = 0;
  for (const LaunchStatistics& launch : whole->launches()) {
    cycles += static_cast<double>(launch.cycles);
  }
  EXPECT_NEAR(*estimates[0].cycles, cycles, *estimates[0].error);
  EXPECT_LT(*estimates[0].error, 0.05 * cycles);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(sampled.launches()[i].timed);
    EXPECT_EQ(sampled.launches()[i].warp_instructions, whole->launches()[i].warp_instructions);
  }
  const auto other = make_timed_machine(machine_config());
  SampledMachine named(machine_config(), *other, parse_timed_launches("0-2"));
  EXPECT_EQ(run_long(named), expected);
  EXPECT_EQ(named.estimates()[0].timed, 3U);
  EXPECT_EQ(*named.estimates()[0].cycles, cycles);
}

TEST_F(SampledRuns, CountTheLinesOfLaunchesThatAreNotTimed) {
  // Two loads and a store of 16 lanes: 16 words in one line, or one word in each of 16.
  LineCounter lines(64);
  WatchingObserver observer(lines);
  const auto machine = make_functional_machine(machine_config(), observer);
  run(*machine, 1);
  const std::uint64_t arguments = 2 * 8;  // a pointer each, of 8 warps
  EXPECT_EQ(lines.count(), 8 * (1 + 16 + 1) + arguments);
  EXPECT_EQ(lines.touched().size(), lines.count());
  lines.forget();
  EXPECT_EQ(lines.count(), 0U);
}

TEST_F(SampledRuns, KeepTheRecordsOfLaunchesThatFail) {
  MachineConfig config = machine_config();
  config.limits.max_cycles = 50;
  const auto timed = make_timed_machine(config);
  SampledMachine sampled(machine_config(), *timed, parse_timed_launches("1"));
  EXPECT_THROW(run(sampled, 2), Error);
  ASSERT_EQ(sampled.launches().size(), 2U);
  EXPECT_FALSE(sampled.launches()[0].partial);
  EXPECT_TRUE(sampled.launches()[1].partial);
}

}  // namespace
}  // namespace lanefold
