// SPDX-License-Identifier: Apache-2.0
// Sums of statistics, and names.
#include <gtest/gtest.h>

#include <algorithm>

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
  EXPECT_EQ(sum.eu_cycles["scc"], 10U);
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
