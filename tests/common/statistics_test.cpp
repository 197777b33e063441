// SPDX-License-Identifier: Apache-2.0
// Sums of statistics, and names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "decisions/statistics/counter_sum.h"
#include "lanefold/error.h"
#include "report/statistics_walk.h"
#include "tests/common/statistics_examples.h"

namespace lanefold {
namespace {

TEST(Statistics, AddingSumsCountersAndKeepsIdentityAndMaximum) {
  LaunchStatistics sum = example();
  LaunchStatistics more = example();
  more.most_splits = 1;
  more.kernel = "other";
  sum.add(more);
  EXPECT_EQ(sum.kernel, "k");
  EXPECT_EQ(sum.warp_width, 16U);
  EXPECT_EQ(sum.cycles, 20U);
  EXPECT_EQ(sum.active_lanes[4], 2U);
  EXPECT_EQ(sum.eu_cycles[CompactionPolicy::Scc], 10U);
  EXPECT_EQ(sum.timed_eu_cycles, 16U);
  EXPECT_EQ(sum.ideal_slots, 40U);
  EXPECT_EQ(sum.ledger.total(), 160U);
  EXPECT_EQ(sum.most_splits, 2U);
}

TEST(Statistics, AddingToItselfDoubles) {
  LaunchStatistics sum = example();
  sum.add(sum);
  EXPECT_EQ(sum.warp_instructions, 4U);
  EXPECT_EQ(sum.ledger.total(), 160U);
  EXPECT_EQ(sum.most_splits, 2U);
}

/// A launch whose counters are `first`, `first + step`, and so on, in the order of `describe`.
LaunchStatistics numbered(std::uint64_t first, std::uint64_t step) {
  LaunchStatistics statistics;
  CounterList<std::uint64_t, kMostCounters<LaunchStatistics>> counters;
  LaunchStatistics::describe(statistics, counters);
  for (std::size_t i = 0; i < counters.size(); ++i, first += step) *counters[i].value = first;
  return statistics;
}

TEST(Statistics, EveryCounterAddsAsItsDescriptionSays) {
  LaunchStatistics sum = numbered(1, 3);
  const LaunchStatistics more = numbered(1000, 1);
  const std::vector<CounterView> before = counters_of(sum);
  const std::vector<CounterView> addends = counters_of(more);
  sum.add(more);
  const std::vector<CounterView> after = counters_of(sum);
  std::vector<std::string> maxima;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const bool maximum = after[i].kind == CounterKind::Maximum;
    if (maximum) maxima.push_back(after[i].name);
    EXPECT_EQ(after[i].value, maximum ? std::max(before[i].value, addends[i].value)
                                      : before[i].value + addends[i].value)
        << after[i].name;
  }
  EXPECT_THAT(maxima, testing::UnorderedElementsAre("most_slip", "highest_limit", "most_splits"));
}

TEST(Statistics, LevelsOfMemoryKeepTheLargestOfTheirMaxima) {
  MemoryBlockStatistics cache;
  cache.name = "l2";
  cache.counters = {{"hits", "requests", 3}, {"deepest", "requests", 5, CounterKind::Maximum}};
  cache.banks = {{"hits", {1, 2}}, {"deepest", {5, 4}}};
  MemoryBlockStatistics later = cache;
  later.banks[1].values = {2, 7};
  later.counters[1].value = 7;
  std::vector<MemoryBlockStatistics> blocks{cache};
  add_block(blocks, later);
  EXPECT_EQ(blocks[0]["hits"], 6U);
  EXPECT_EQ(blocks[0]["deepest"], 7U);
  EXPECT_EQ(blocks[0].banks[0].values, (std::vector<std::uint64_t>{2, 4}));
  EXPECT_EQ(blocks[0].banks[1].values, (std::vector<std::uint64_t>{5, 7}));
}

TEST(Statistics, EveryCauseHasItsOwnNameAndMeaning) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    names.emplace_back(slot_cause_name(static_cast<SlotCause>(i)));
    EXPECT_STRNE(slot_cause_help(static_cast<SlotCause>(i)), "");
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
  EXPECT_STREQ(slot_cause_name(SlotCause::RegisterFile), "register_file");
  EXPECT_STREQ(slot_cause_name(SlotCause::ControlDivergence), "control_divergence");
  EXPECT_THROW(slot_cause_name(static_cast<SlotCause>(kSlotCauses)), Error);
}

TEST(Statistics, OfMemoryRefuseACounterThatABlockDoesNotHave) {
  MemoryBlockStatistics dram;
  dram.name = "dram";
  dram.counters = {{"reads", "requests", 3}};
  EXPECT_EQ(dram["reads"], 3U);
  try {
    dram["hits"];
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the statistics of dram have no counter 'hits'");
  }
}

}  // namespace
}  // namespace lanefold
