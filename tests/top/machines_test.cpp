// SPDX-License-Identifier: Apache-2.0
// What is particular of the three machines, and the same on all of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "decisions/statistics/formulas.h"
#include "lanefold/statistics_report.h"
#include "tests/support/machine_runs.h"

namespace lanefold {
namespace {

TEST(Machines, AdaptHowFarLanesSlipAlikeOnBothDatapaths) {
  LaunchStatistics totals[2];
  for (const bool exact : {false, true}) {
    totals[exact] =
        run(*find_workload("gaussian-filter"),
            machine_with("manycore-dom", {"core.on_miss=slip", "core.slip.max=adaptive", "cores=4",
                                          "core.slip.sampling_period=200",
                                          exact ? "core.datapath=exact" : "core.datapath=fast"}));
  }
  EXPECT_EQ(totals[0].cycles, totals[1].cycles);
  EXPECT_EQ(totals[0].slip.raised_limits, totals[1].slip.raised_limits);
  EXPECT_GT(totals[0].slip.highest_limit, 10U);
  EXPECT_GT(totals[0].slip.slips, 0U);
}

TEST(Machines, AdaptNothingWhileLanesDoNotSlip) {
  for (const char* on_miss : {"core.on_miss=block", "core.on_miss=stall-on-use"}) {
    const LaunchStatistics total =
        run(*find_workload("neighbour-list"),
            machine_with("manycore-dom",
                         {on_miss, "core.slip.max=adaptive", "core.slip.sampling_period=500"}));
    EXPECT_EQ(total.slip.raised_limits + total.slip.lowered_limits, 0U);
  }
}

TEST(Machines, ClearReleasedMemoryInAllLevels) {
  for (const char* name : kMachines) {
    const auto machine = make_timed_machine(machine_with(name, {}));
    const std::vector<std::uint32_t> words(4096, 0x1234'5678);
    const Buffer buffer = machine->allocate(words.size() * 4);
    machine->write(buffer, 0, words.data(), buffer.size);
    EXPECT_EQ(machine->memory_difference(), "");
    machine->release(buffer);
    EXPECT_EQ(machine->allocate(buffer.size).address, buffer.address);
    EXPECT_EQ(machine->memory_difference(), "") << name;
  }
}

// By one core, so that the levels see them in the order of issue. The second exchange fails.
TEST(Machines, CarryOutEveryKindOfAtomicInTheLevelsToo) {
  const auto program = load_program(compile_opencl(R"(
      __kernel void k(__global int* words) {
        __global int* mine = words + 8 * get_global_id(0);
        atomic_max(mine, 7);
        atomic_xchg(mine + 1, 9);
        atomic_cmpxchg(mine + 2, 0, 11);
        atomic_cmpxchg(mine + 2, 5, 13);
        atomic_or(mine + 3, 6);
        atomic_min(mine + 4, -3);
        atomic_sub(words + 5, 1);
      })",
                                                   "k.cl")
                                        .elf,
                                    "k.cl");
  for (const char* name : kMachines) {
    const auto machine = make_timed_machine(machine_with(name, {"cores=1", "core.warps=6"}));
    const Buffer buffer = machine->allocate(64 * 8 * 4);
    NDRange range;
    range.global[0] = range.local[0] = 64;
    machine->launch(*program, "k", range, {buffer});
    EXPECT_EQ(machine->memory_difference(), "") << name;
    std::int32_t words[8];
    machine->read(buffer, 0, words, sizeof words);
    EXPECT_THAT(words, ::testing::ElementsAre(7, 9, 11, 6, -3, -64, 0, 0));
  }
}

TEST(Machines, CountTheSameInEveryRunAndOnBothDataPaths) {
  for (const char* name : kMachines) {
    std::string first;
    for (const char* datapath : {"fast", "fast", "exact"}) {
      MachineConfig config = machine_with(name, {std::string("core.datapath=") + datapath});
      RunRecord record;
      record.launches = {run(*find_workload("kmeans"), config)};
      const std::string json = statistics_json(record);
      if (first.empty()) first = json;
      EXPECT_EQ(json, first) << name << ", " << datapath;
    }
  }
}

// hotspot's work-groups fit into one core: more cores are not slower, and no barrier empties a
// cache.
TEST(Machines, KeepAWorkGroupOnOneCoreThatHasItsOwnMemories) {
  std::uint64_t cycles_before = 0;
  std::uint64_t misses_before = 0;
  for (const char* cores : {"cores=1", "cores=2", "cores=4"}) {
    SCOPED_TRACE(cores);
    const LaunchStatistics total =
        run(*find_workload("hotspot"), machine_with("manycore-dom", {cores, "core.warps=8"}));
    const std::uint64_t misses = total.memory.at(0)["misses"];
    if (cycles_before != 0) {
      EXPECT_LT(total.cycles, cycles_before);
      EXPECT_LT(misses, 2 * misses_before);
    }
    cycles_before = total.cycles;
    misses_before = misses;
  }
}

// Behind a first level that is too small for what a core reads again.
TEST(Machines, HaveAPrivateSecondLevelIfAsked) {
  const MachineConfig config = machine_with("manycore-dom", {"l2.enabled=true", "l1.bytes=1024"});
  const LaunchStatistics total = run(*find_workload("bfs"), config);
  ASSERT_EQ(total.memory.size(), 3U);
  EXPECT_EQ(total.memory[1].name, "l2");
  EXPECT_EQ(total.memory[1].instances, 32U);
  EXPECT_GT(total.memory[1]["hits"], 0U);
}

TEST(Machines, ApproachTheBandwidthOfTheirMemory) {
  for (const char* name : kMachines) {
    SCOPED_TRACE(name);
    // Far below what cores can ask for that do not wait at loads.
    const MachineConfig config =
        machine_with(name, {"dram.bandwidth_mb_s=4000", "core.on_miss=stall-on-use"});
    const LaunchStatistics total = run(*find_workload("vector-add"), config);
    const Bandwidth dram = bandwidths(total, config).back();
    EXPECT_EQ(dram.name, "dram");
    EXPECT_GT(dram.used, 0.95 * dram.available);
    EXPECT_LE(dram.used, dram.available);
  }
}

// ISCA'13 section 5.4: the gain in EU cycles reaches execution time with two lines a cycle, and
// less of it with one.
TEST(Machines, DeepShowMoreOfTheCompactionWithTwoLinesPerCycle) {
  for (const char* name : {"ray-trace-primary", "ray-trace-ao"}) {
    for (const char* scene : {"spheres", "terrain"}) {
      SCOPED_TRACE(std::string(name) + ", " + scene);
      double gains[2];
      double eu_gain = 0;
      for (const unsigned lines : {1U, 2U}) {
        const auto total = [&](const std::string& compaction) {
          const MachineConfig config = machine_with(
              "ivb-eu",
              {"dc_lines_per_cycle=" + std::to_string(lines), "core.compaction=" + compaction});
          return run(*find_workload(name), config, {{"scene", scene}});
        };
        const LaunchStatistics ivb = total("ivb"), scc = total("scc");
        gains[lines - 1] = gain(ivb.cycles, scc.cycles);
        eu_gain = gain(ivb.eu_cycles[CompactionPolicy::Ivb], ivb.eu_cycles[CompactionPolicy::Scc]);
      }
      EXPECT_GT(gains[0], 0);
      EXPECT_GT(gains[1], gains[0]);
      EXPECT_LT(gains[1], eu_gain);
    }
  }
}

}  // namespace
}  // namespace lanefold
