// SPDX-License-Identifier: Apache-2.0
// The warp-slice table: which lanes are scheduled together.
#include "decisions/warp_slices/slice_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace lanefold {
namespace {

struct Shape {
  unsigned warp;
  std::uint64_t lanes;
};

bool operator==(const Shape& a, const Shape& b) { return a.warp == b.warp && a.lanes == b.lanes; }

std::vector<Shape> slices_in(const SliceTable& table) {
  std::vector<Shape> shapes;
  for (const unsigned slot : table.slices()) {
    shapes.push_back({table[slot].warp, table[slot].lanes.bits()});
  }
  return shapes;
}

/// Every lane of every warp is in one slice.
void expect_whole(const SliceTable& table, unsigned warps, unsigned width) {
  for (unsigned warp = 0; warp < warps; ++warp) {
    LaneMask found;
    for (const unsigned slot : table.of_warp(warp)) {
      EXPECT_TRUE((found & table[slot].lanes).none());
      found |= table[slot].lanes;
    }
    EXPECT_EQ(found, LaneMask::first(width));
  }
}

TEST(SliceTable, BeginsWithASliceForEachWarp) {
  const SliceTable table(2, 32, 8);
  EXPECT_EQ(slices_in(table), (std::vector<Shape>{{0, 0xffffffff}, {1, 0xffffffff}}));
  EXPECT_TRUE(table.room());
}

TEST(SliceTable, DividesWarpsIntoNeighbouringLanes) {
  SliceTable table(2, 32, 8);
  table.divide(8);
  EXPECT_EQ(slices_in(table), (std::vector<Shape>{{0, 0xff},
                                                  {0, 0xff00},
                                                  {0, 0xff0000},
                                                  {0, 0xff000000},
                                                  {1, 0xff},
                                                  {1, 0xff00},
                                                  {1, 0xff0000},
                                                  {1, 0xff000000}}));
  EXPECT_FALSE(table.room());
}

TEST(SliceTable, MakesTheLastSliceOfAWarpNarrowerWhereTheWidthDoesNotDivideIt) {
  SliceTable table(1, 32, 3);
  table.divide(12);
  EXPECT_EQ(slices_in(table), (std::vector<Shape>{{0, 0xfff}, {0, 0xfff000}, {0, 0xff000000}}));
}

TEST(SliceTable, HasEveryLaneInOneSliceAtEveryWidth) {
  for (const unsigned warp_width : {1U, 8U, 24U, 32U, 64U}) {
    SliceTable table(1, warp_width, 64);
    for (unsigned width = 1; width <= warp_width; ++width) {
      table.divide(width);
      EXPECT_EQ(table.slices().count(), (warp_width + width - 1) / width);
      expect_whole(table, 1, warp_width);
    }
  }
}

TEST(SliceTable, UnitesDividedSlices) {
  SliceTable table(2, 16, 8);
  table.divide(5);
  table.unite();
  EXPECT_EQ(slices_in(table), (std::vector<Shape>{{0, 0xffff}, {1, 0xffff}}));
}

TEST(SliceTable, SplitsLanesOffIntoTheLowestFreeEntryAndMergesThemAgain) {
  SliceTable table(2, 16, 4);
  EXPECT_EQ(table.split_off(1, LaneMask(0x00f0)), 2U);
  EXPECT_EQ(slices_in(table), (std::vector<Shape>{{0, 0xffff}, {1, 0xff0f}, {1, 0x00f0}}));
  table.merge(2, 1);
  EXPECT_EQ(slices_in(table), (std::vector<Shape>{{0, 0xffff}, {1, 0xffff}}));
  EXPECT_EQ(table.split_off(0, LaneMask(0x0001)), 1U) << "the entry that the merge left free";
}

TEST(SliceTable, LosesNoLaneInRandomSplitsAndMerges) {
  std::mt19937 random(7);
  SliceTable table(3, 32, 16);
  for (unsigned step = 0; step < 2000; ++step) {
    const unsigned warp = random() % 3;
    std::vector<unsigned> slots;
    for (const unsigned slot : table.of_warp(warp)) slots.push_back(slot);
    std::shuffle(slots.begin(), slots.end(), random);
    const LaneMask some = table[slots[0]].lanes & LaneMask(random());
    if (table.room() && some.any() && some != table[slots[0]].lanes) {
      table.split_off(slots[0], some);
    } else if (slots.size() > 1) {
      table.merge(slots[0], slots[1]);
    }
    expect_whole(table, 3, 32);
  }
}

// IPDPS'12 section IV-B: two warps of 32 lanes, eight slices, and pcs of 64 bits.
TEST(SliceTable, TakesTheStorageThatThePaperCounts) {
  const SliceStorage storage = storage_of_slices(2, 32, 8, 64);
  EXPECT_EQ(storage.table, 8U * 14);
  EXPECT_EQ(storage.stacks, 1024U);
}

}  // namespace
}  // namespace lanefold
