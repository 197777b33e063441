// SPDX-License-Identifier: Apache-2.0
// Which resource limits a run, and the sentence that says so.
#include "decisions/statistics/resource_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

/// A hundred cycles of two cores whose ALUs and issue have work for a part of the time, and of a
/// cache with two banks.
struct ResourceExample {
  MachineConfig machine;
  LaunchStatistics statistics;

  ResourceExample() {
    machine.cores = 2;
    machine.clock_mhz = 1000;
    machine.core.issue.width = 2;
    machine.core.issue.period = 2;
    machine.dram.bandwidth_mb_s = 16000;
    machine.local_memory.ports = 1;
    statistics.timed = true;
    statistics.cycles = statistics.memory_cycles = 100;
    statistics.fpu_instructions = 30;
    statistics.em_instructions = 10;
    statistics.timed_eu_cycles = 120;
    statistics.warp_instructions = 50;
    statistics.memory_lines = 20;
    statistics.memory = {
        {"l3", 1, {}, {{"accesses", {60, 10}}}},
        {"dram", 1, {{"read_bytes", "bytes", 100}, {"written_bytes", "bytes", 60}}, {}}};
    statistics.ledger.charge(SlotCause::Useful, 500);
    statistics.ledger.charge(SlotCause::MemoryWait, 300);
    statistics.ledger.charge(SlotCause::OtherPipe, 200);
  }

  double part_of(const std::string& name) const {
    const std::vector<ResourceUse> uses = resource_uses(statistics, machine);
    const auto found = std::find_if(uses.begin(), uses.end(),
                                    [&](const ResourceUse& use) { return use.name == name; });
    return found == uses.end() ? -1 : found->part();
  }
};

TEST(ResourceUse, IsAPartOfWhatThereIsEachCycle) {
  const ResourceExample example;
  // Three quarters of the ALU instructions take the busier pipe.
  EXPECT_DOUBLE_EQ(example.part_of("alu"), 120 * 0.75 / (100 * 2));
  EXPECT_DOUBLE_EQ(example.part_of("issue"), 50 / 200.0);
  EXPECT_DOUBLE_EQ(example.part_of("load_store"), 20 / 200.0);
  EXPECT_DOUBLE_EQ(example.part_of("l3"), 0.6) << "of its busiest bank";
  EXPECT_DOUBLE_EQ(example.part_of("dram"), 1.6 / 16);
  EXPECT_DOUBLE_EQ(example.part_of("local_memory"), 0);
}

TEST(ResourceUse, OfTheAlusIsThatOfTheBusiestPipe) {
  ResourceExample example;
  example.machine.core.pipes.em_interval = 4;
  EXPECT_DOUBLE_EQ(example.part_of("alu"), 120 * 0.25 * 4 / (100 * 2));
  example.statistics.scalar.on_pipe = 80;
  EXPECT_DOUBLE_EQ(example.part_of("alu"), 80 / 200.0) << "a cycle for each";
}

TEST(ResourceUse, OfMemoryIsOfTheCyclesUntilItIsIdle) {
  ResourceExample example;
  example.statistics.memory_cycles = 200;
  EXPECT_DOUBLE_EQ(example.part_of("l3"), 0.3);
  const std::vector<ResourceUse> uses = resource_uses(example.statistics, example.machine);
  const auto l3 = std::find_if(uses.begin(), uses.end(),
                               [](const ResourceUse& use) { return use.name == "l3"; });
  EXPECT_DOUBLE_EQ(l3->bound(), 60);
}

TEST(ResourceUse, OfACacheOfACoresOwnIsThatOfItsWordBanks) {
  ResourceExample example;
  example.machine.l1.enabled = true;
  example.statistics.memory_instructions = 30;
  example.statistics.bank_conflict_cycles = 50;
  EXPECT_DOUBLE_EQ(example.part_of("load_store"), 80 / 200.0);
}

TEST(ResourceUse, IsOrderedByTheMostUsed) {
  const ResourceExample example;
  std::vector<std::string> names;
  for (const ResourceUse& use : resource_uses(example.statistics, example.machine)) {
    names.push_back(use.name);
  }
  EXPECT_THAT(names, ElementsAre("l3", "alu", "issue", "load_store", "dram", "local_memory"));
}

TEST(ResourceUse, HasNoLineForWhatHasNoLimitOrNoTime) {
  ResourceExample example;
  example.machine.dram.bandwidth_mb_s = 0;
  EXPECT_EQ(example.part_of("dram"), -1);
  EXPECT_TRUE(resource_uses(LaunchStatistics(), example.machine).empty());
  EXPECT_EQ(limit_sentence(LaunchStatistics(), example.machine), "");
}

TEST(ResourceUse, IsCalledALimitWhereItIsUsedUp) {
  ResourceExample example;
  EXPECT_THAT(limit_sentence(example.statistics, example.machine),
              StartsWith("no resource is used up (the busiest bank of l3: 60.0% of the limit); "
                         "most lane-slots are lost to memory_wait, 30.0%: "));
  example.statistics.memory.front().banks.front().values = {70, 0};
  EXPECT_EQ(limit_sentence(example.statistics, example.machine),
            "limited by the busiest bank of l3, 70.0% of the limit");
}

TEST(LargestLoss, IsNoWorkAndNoPipeWithoutWorkWhereThereIsAnyOther) {
  LaneLedger ledger;
  EXPECT_EQ(largest_loss(ledger), std::nullopt);
  ledger.charge(SlotCause::Useful, 9);
  ledger.charge(SlotCause::Uniform, 9);
  EXPECT_EQ(largest_loss(ledger), std::nullopt);
  ledger.charge(SlotCause::OtherPipe, 8);
  EXPECT_EQ(largest_loss(ledger), SlotCause::OtherPipe);
  ledger.charge(SlotCause::FrontEnd, 1);
  EXPECT_EQ(largest_loss(ledger), SlotCause::FrontEnd);
  ledger.charge(SlotCause::NoWarp, 2);
  EXPECT_EQ(largest_loss(ledger), SlotCause::NoWarp);
}

}  // namespace
}  // namespace lanefold
