// SPDX-License-Identifier: Apache-2.0
// Curves from snapshots of a machine that only counts.
#include "decisions/profile/curve_recorder.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "tests/support/kernels.h"

namespace lanefold {
namespace {

/// Two cores, each with one lane, and a cache: core 0 computes in every cycle, core 1 waits. Every
/// tenth cycle an instruction has missed.
class CountingMachine {
 public:
  explicit CountingMachine(CurveRecorder& recorder) : recorder_(recorder) {}

  /// A launch of so many cycles, in which something happens every `busy_period` cycles.
  void launch(std::uint64_t cycles, std::uint64_t busy_period = 1) {
    std::uint64_t wanted = recorder_.begin();
    for (std::uint64_t cycle = 0; cycle < cycles; cycle += busy_period) {
      if (cycle >= wanted) wanted = recorder_.take(at(cycle));
    }
    recorder_.end(at(cycles));
    record_ = record_of(cycles);
  }
  LaunchStatistics& record() { return record_; }

  static MachineSnapshot at(std::uint64_t cycle) {
    MachineSnapshot snapshot;
    snapshot.cycle = cycle;
    snapshot.warp_instructions = cycle / 2;
    snapshot.lane_instructions = cycle;
    snapshot.ledgers.resize(2);
    snapshot.ledgers[0].charge(SlotCause::Useful, cycle);
    snapshot.ledgers[1].charge(SlotCause::MemoryWait, cycle);
    snapshot.memory = {cycle / 10};
    return snapshot;
  }

 private:
  static LaunchStatistics record_of(std::uint64_t cycles) {
    LaunchStatistics launch;
    launch.kernel = "k";
    launch.cycles = launch.lane_instructions = cycles;
    launch.warp_instructions = cycles / 2;
    launch.ledger.charge(SlotCause::Useful, cycles);
    launch.ledger.charge(SlotCause::MemoryWait, cycles);
    launch.memory.push_back({"l3",
                             1,
                             {{"most_waiting", "requests", 7, CounterKind::Maximum},
                              {"misses", "requests", cycles / 10}},
                             {}});
    return launch;
  }

  CurveRecorder& recorder_;
  LaunchStatistics record_;
};

std::uint64_t sum_of(const std::vector<std::uint64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

std::uint64_t sum_of(const Curves& curves, const std::string& name) {
  for (const Curves::Series& series : curves.series) {
    if (series.name == name) return sum_of(series.values);
  }
  ADD_FAILURE() << "no series " << name;
  return 0;
}

std::vector<std::string> names_of(const Curves& curves) {
  std::vector<std::string> names;
  for (const Curves::Series& series : curves.series) names.push_back(series.name);
  return names;
}

TEST(CurveRecorder, LooksEvery64Cycles) {
  CurveRecorder recorder;
  CountingMachine machine(recorder);
  machine.launch(200);
  recorder.add(machine.record());
  const Curves curves = recorder.curves();
  EXPECT_EQ(curves.begin, (std::vector<std::uint64_t>{0, 64, 128, 192}));
  EXPECT_EQ(curves.cycles, (std::vector<std::uint64_t>{64, 64, 64, 8}));
  EXPECT_EQ(curves.series.front().values, (std::vector<std::uint64_t>{32, 32, 32, 4}));
}

// A machine in which nothing happens for a while is looked at when it goes on.
TEST(CurveRecorder, HasALongerSampleWhereTheMachineSleeps) {
  CurveRecorder recorder;
  CountingMachine machine(recorder);
  machine.launch(300, 100);
  recorder.add(machine.record());
  EXPECT_EQ(recorder.curves().begin, (std::vector<std::uint64_t>{0, 100, 200}));
}

// A maximum is no series, nor is what is 0 everywhere.
TEST(CurveRecorder, HasTheSumsOfTheLaunchAsSeries) {
  CurveRecorder recorder;
  CountingMachine machine(recorder);
  machine.launch(200);
  recorder.add(machine.record());
  const Curves curves = recorder.curves();
  EXPECT_EQ(names_of(curves),
            (std::vector<std::string>{"warp_instructions", "lane_instructions", "ledger.useful",
                                      "ledger.memory_wait", "l3.misses"}));
  ASSERT_EQ(curves.per_core.size(), 2U);
  EXPECT_EQ(curves.cores, 2U);
  EXPECT_EQ(curves.per_core[0][SlotCause::Useful], 200U);
  EXPECT_EQ(curves.per_core[1][SlotCause::MemoryWait], 200U);
  EXPECT_EQ(curves.per_core[1][SlotCause::Useful], 0U);
}

TEST(CurveRecorder, PutsAllLaunchesOnOneAxis) {
  CurveRecorder recorder;
  CountingMachine machine(recorder);
  for (const std::uint64_t cycles : {100U, 30U, 70U}) {
    machine.launch(cycles);
    recorder.add(machine.record());
  }
  const Curves curves = recorder.curves();
  ASSERT_EQ(curves.launches.size(), 3U);
  EXPECT_EQ(curves.launches[2].begin, 130U);
  EXPECT_EQ(curves.launches[2].cycles, 70U);
  EXPECT_EQ(curves.launches[2].kernel, "k");
  EXPECT_EQ(curves.begin, (std::vector<std::uint64_t>{0, 64, 128, 192}));
  EXPECT_EQ(sum_of(curves.cycles), 200U);
  EXPECT_EQ(sum_of(curves, "ledger.useful"), 200U);
}

TEST(CurveRecorder, StaysSmallOverALongLaunch) {
  CurveRecorder recorder;
  CountingMachine machine(recorder);
  machine.launch(1'000'003);
  recorder.add(machine.record());
  const Curves curves = recorder.curves();
  EXPECT_LE(curves.begin.size(), Curves::kMostSamples);
  EXPECT_GE(curves.begin.size(), Curves::kMostSamples / 2 - 1);
  EXPECT_EQ(sum_of(curves.cycles), 1'000'003U);
  EXPECT_EQ(sum_of(curves, "ledger.memory_wait"), 1'000'003U);
}

TEST(CurveRecorder, StaysSmallOverThousandsOfLaunches) {
  CurveRecorder recorder;
  CountingMachine machine(recorder);
  std::uint64_t cycles = 0;
  std::uint64_t misses = 0;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    machine.launch(90 + i % 23);
    cycles += machine.record().cycles;
    misses += machine.record().memory[0]["misses"];
    recorder.add(machine.record());
  }
  const Curves curves = recorder.curves();
  EXPECT_LE(curves.begin.size(), Curves::kMostSamples);
  EXPECT_GE(curves.begin.size(), Curves::kMostSamples / 2 - 1);
  EXPECT_EQ(curves.launches.size(), Curves::kMostLaunches);
  EXPECT_EQ(curves.launches_left_out, 5000 - Curves::kMostLaunches);
  EXPECT_EQ(sum_of(curves.cycles), cycles);
  EXPECT_EQ(sum_of(curves, "l3.misses"), misses);
  EXPECT_EQ(curves.per_core[0][SlotCause::Useful], cycles);
}

// Even if it was long, and its samples were merged.
TEST(CurveRecorder, LeavesOutALaunchThatFails) {
  CurveRecorder recorder;
  CountingMachine machine(recorder);
  machine.launch(100);
  recorder.add(machine.record());
  recorder.begin();
  for (std::uint64_t cycle = 64; cycle < 100'000; cycle += 64) {
    recorder.take(CountingMachine::at(cycle));
  }
  machine.launch(100);
  recorder.add(machine.record());
  const Curves curves = recorder.curves();
  EXPECT_EQ(curves.launches.size(), 2U);
  EXPECT_EQ(sum_of(curves.cycles), 200U);
  EXPECT_EQ(sum_of(curves, "lane_instructions"), 200U);
}

TEST(CurveRecorder, OfNoLaunchIsEmpty) {
  const Curves curves = CurveRecorder().curves();
  EXPECT_TRUE(curves.begin.empty());
  EXPECT_TRUE(curves.series.empty());
  EXPECT_TRUE(curves.launches.empty());
}

TEST(CurveRecorder, NamesACounterThatDoesNotAddUp) {
  CurveRecorder recorder;
  CountingMachine machine(recorder);
  machine.launch(100);
  machine.record().memory[0].counters[1].value = 11;
  EXPECT_STREQ(error_of([&] { recorder.add(machine.record()); }).what(),
               "the samples of a launch have 10 of l3.misses, and the launch has 11");
  machine.launch(100);
  machine.record().cycles = 99;
  EXPECT_STREQ(error_of([&] { recorder.add(machine.record()); }).what(),
               "the samples of a launch have 100 of cycles, and the launch has 99");
}

TEST(CurveRecorder, RefusesACounterThatFalls) {
  CurveRecorder recorder;
  CountingMachine machine(recorder);
  machine.launch(100);
  recorder.begin();
  MachineSnapshot early = CountingMachine::at(64);
  early.memory[0] = 1000;
  recorder.take(early);
  recorder.end(CountingMachine::at(100));
  EXPECT_EQ(error_of([&] { recorder.add(machine.record()); }).kind(), ErrorKind::Internal);
}

}  // namespace
}  // namespace lanefold
