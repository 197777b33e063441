// SPDX-License-Identifier: Apache-2.0
// Which work-items the lanes get: every one begins once, and lanes walk regions of their own.
#include "decisions/execute/item_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "decisions/execute/lane_regions.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using Lanes = std::vector<std::uint32_t>;
using Items = std::vector<std::uint64_t>;

Lanes all_lanes(std::uint32_t count) {
  Lanes lanes(count);
  std::iota(lanes.begin(), lanes.end(), 0U);
  return lanes;
}

TEST(ItemOrder, KeepsWorkGroupsTogetherWhoseWorkItemsMeet) {
  EXPECT_EQ(item_order(ItemMapping::Neighbours, Meeting::None), ItemOrder::Neighbours);
  EXPECT_EQ(item_order(ItemMapping::Neighbours, Meeting::Group), ItemOrder::Neighbours);
  EXPECT_EQ(item_order(ItemMapping::Regions, Meeting::None), ItemOrder::RegionsOfLaunch);
  EXPECT_EQ(item_order(ItemMapping::Regions, Meeting::Group), ItemOrder::RegionsOfGroup);
  EXPECT_EQ(item_order(ItemMapping::Regions, Meeting::SubGroup), ItemOrder::Neighbours);
}

TEST(ItemOfRegion, GivesEachLaneOfAWarpARegionOfTheGroup) {
  Items items;
  for (std::uint32_t place = 0; place < 8; ++place) items.push_back(item_of_region(place, 8, 3));
  EXPECT_THAT(items, ElementsAre(0, 3, 6, 1, 4, 7, 2, 5));
}

TEST(ItemOfRegion, IsABijectionForEverySize) {
  for (std::uint32_t lanes = 1; lanes <= 64; ++lanes) {
    for (std::uint32_t items = 1; items <= 260; ++items) {
      std::set<std::uint32_t> taken;
      for (std::uint32_t place = 0; place < items; ++place) {
        const std::uint32_t item = item_of_region(place, items, lanes);
        ASSERT_LT(item, items);
        ASSERT_TRUE(taken.insert(item).second) << place << " of " << items << ", " << lanes;
        if (place < lanes) continue;
        ASSERT_EQ(item, item_of_region(place - lanes, items, lanes) + 1) << "the lane walks";
      }
    }
  }
}

TEST(LaneRegions, LetEachLaneWalkItsOwn) {
  LaneRegions regions;
  regions.start(11, all_lanes(3), 3);
  Items taken;
  for (unsigned i = 0; i < 9; ++i) taken.push_back(regions.take(i % 3));
  EXPECT_THAT(taken, ElementsAre(0, 4, 8, 1, 5, 9, 2, 6, 10));
  EXPECT_EQ(regions.take(0), 3U);
  EXPECT_EQ(regions.take(1), 7U);
}

TEST(LaneRegions, LetALaneTakeOverWhatTheNextHasNotBegun) {
  LaneRegions regions;
  regions.start(12, {0, 2, 4}, 6);  // 0-3, 4-7, 8-11
  EXPECT_EQ(regions.take(5), 0U) << "all of lane 0's";
  EXPECT_EQ(regions.take(5), 1U);
  EXPECT_EQ(regions.take(2), 4U);
  EXPECT_EQ(regions.take(1), 6U) << "the later half of lane 2's 5 to 7";
  EXPECT_EQ(regions.take(0), 7U) << "the last of lane 1's, which is the next";
  EXPECT_EQ(regions.take(3), 8U) << "all of lane 4's";
}

TEST(LaneRegions, GiveEachWorkItemOnce) {
  std::mt19937 random(1);
  for (unsigned run = 0; run < 500; ++run) {
    const std::uint32_t count = 1 + random() % 100;
    Lanes lanes;
    for (std::uint32_t lane = 0; lane < count; ++lane) {
      if (random() % 3 != 0) lanes.push_back(lane);
    }
    if (lanes.empty()) lanes.push_back(count - 1);
    const std::uint64_t items = 1 + random() % 1000;
    const std::uint32_t asking = 1 + random() % count;  // the others come late, or never
    LaneRegions regions;
    regions.start(items, lanes, count);
    std::vector<bool> taken(items);
    for (std::uint64_t i = 0; i < items; ++i) {
      const std::uint64_t item = regions.take(random() % (i < items / 2 ? asking : count));
      ASSERT_LT(item, items) << "run " << run;
      ASSERT_FALSE(taken[item]) << "run " << run;
      taken[item] = true;
    }
  }
}

TEST(LaneRegions, StartAnew) {
  LaneRegions regions;
  regions.start(5, all_lanes(4), 4);
  EXPECT_EQ(regions.take(3), 4U);
  regions.start(2, all_lanes(4), 4);
  EXPECT_EQ(regions.take(1), 1U);
  EXPECT_EQ(regions.take(1), 0U) << "lanes 2 and 3 have none";
}

TEST(LaunchItems, AreFoundInBothLinearOrders) {
  Launch launch;
  launch.range.global = {6, 4, 2};
  launch.range.local = {3, 2, 1};
  std::set<std::pair<GroupId, std::array<std::uint32_t, 3>>> all;
  for (std::uint64_t index = 0; index < 48; ++index) {
    const WorkItem item = launch.item(index);
    const auto id = [&](unsigned d) {
      return item.group[d] * launch.range.local[d] + item.local[d];
    };
    EXPECT_EQ(id(0) + 6 * (id(1) + 4 * std::uint64_t{id(2)}), index);
    EXPECT_TRUE(all.insert({item.group, item.local}).second);
  }
  const WorkItem item = launch.item(GroupId{1, 0, 1}, 5);
  EXPECT_EQ(item.group, (GroupId{1, 0, 1}));
  EXPECT_THAT(item.local, ElementsAre(2, 1, 0));
}

/// Global ids in dimension 0 of the lanes of two warps, of groups of 12 work-items.
Items ids_of_two_warps(ItemOrder order) {
  ThreadBench bench(MachineConfig{}, {encode(Opcode::Exit)});
  Launch launch = bench.launch();
  launch.order = order;
  launch.warp_width = 8;
  launch.range.global[0] = 24;
  launch.range.local[0] = 12;
  MachineConfig config;
  config.core.warp_width = 8;
  LaneRegions regions;
  regions.start(24, all_lanes(8), 8);
  WorkGroup& group = bench.warp().group();
  group.start(launch, {1, 0, 0}, &regions);
  Items ids;
  for (unsigned w = 0; w < 2; ++w) {
    Warp warp(config.core, config.memory);
    Slice slice(config.core, warp);
    group.begin_items(slice, 0);
    for_each_lane(warp.dispatched(), [&](unsigned lane) {
      ids.push_back(warp.work_item_csr(WorkItemCsr::GlobalId0, lane));
      EXPECT_EQ(ids.back(), warp.work_item_csr(WorkItemCsr::GroupId0, lane) * 12 +
                                warp.work_item_csr(WorkItemCsr::LocalId0, lane));
    });
    group.retire(&slice);
  }
  EXPECT_FALSE(group.items_left());
  return ids;
}

TEST(WorkGroup, GivesItsLanesWorkItemsInOrder) {
  EXPECT_THAT(ids_of_two_warps(ItemOrder::Neighbours),
              ElementsAre(12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23));
  EXPECT_THAT(ids_of_two_warps(ItemOrder::RegionsOfGroup),
              ElementsAre(12, 14, 16, 18, 20, 21, 22, 23, 13, 15, 17, 19));
  EXPECT_THAT(ids_of_two_warps(ItemOrder::RegionsOfLaunch),
              ElementsAre(0, 3, 6, 9, 12, 15, 18, 21, 1, 4, 7, 10));
}

}  // namespace
}  // namespace lanefold
