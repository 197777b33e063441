// SPDX-License-Identifier: Apache-2.0
// The warp-slice table of a core, asked through its socket.
#include "blocks/warp_slices/warp_slice_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <tuple>
#include <vector>

#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;

using SlotWarpLanes = std::tuple<unsigned, unsigned, std::uint64_t>;

SlotWarpLanes slice(unsigned slot, unsigned warp, std::uint64_t lanes) {
  return {slot, warp, lanes};
}

/// Two warps of 16 lanes, and eight slots.
class WarpSliceTableTest : public SimulationTest {
 protected:
  WarpSliceTableTest() {
    config_.warps = 2;
    config_.warp_width = 16;
    config_.simd = "4x2";
  }
  void build(std::unique_ptr<WarpSliceTable> block) {
    block_ = std::move(block);
    asker_.out.bind(block_->requests);
    sc_core::sc_start(cycles(1));
  }
  void build() { build(std::make_unique<WarpSliceTable>("table", config_)); }
  std::vector<SlotWarpLanes> slices() const {
    std::vector<SlotWarpLanes> found;
    for (const unsigned slot : block_->table().slices()) {
      const SliceEntry& entry = block_->table()[slot];
      found.push_back(slice(slot, entry.warp, entry.lanes.bits()));
    }
    return found;
  }

  CoreConfig config_;
  std::unique_ptr<WarpSliceTable> block_;
  Asker<SliceInitiator> asker_{"asker"};
};

TEST_F(WarpSliceTableTest, HasWholeWarpsBeforeItIsAsked) {
  build();
  EXPECT_THAT(slices(), ElementsAre(slice(0, 0, 0xffff), slice(1, 1, 0xffff)));
}

TEST_F(WarpSliceTableTest, DividesAllWarpsIntoSlicesOfTheWidth) {
  build();
  asker_.out.divide(8);
  EXPECT_THAT(slices(), ElementsAre(slice(0, 0, 0xff), slice(1, 0, 0xff00), slice(2, 1, 0xff),
                                    slice(3, 1, 0xff00)));
  asker_.out.divide(4);
  EXPECT_FALSE(block_->table().room());
  asker_.out.divide(16);
  EXPECT_THAT(slices(), ElementsAre(slice(0, 0, 0xffff), slice(1, 1, 0xffff)));
}

TEST_F(WarpSliceTableTest, SplitsLanesOffIntoTheLowestFreeSlotAndMergesThemWithAnother) {
  build();
  asker_.out.divide(8);
  EXPECT_EQ(asker_.out.split_off(1, LaneMask(0x0300)), 4U);
  EXPECT_EQ(asker_.out.split_off(4, LaneMask(0x0100)), 5U);
  EXPECT_THAT(slices(), ElementsAre(slice(0, 0, 0xff), slice(1, 0, 0xfc00), slice(2, 1, 0xff),
                                    slice(3, 1, 0xff00), slice(4, 0, 0x0200), slice(5, 0, 0x0100)));
  asker_.out.merge(0, 4);
  EXPECT_THAT(slices(), ElementsAre(slice(0, 0, 0x2ff), slice(1, 0, 0xfc00), slice(2, 1, 0xff),
                                    slice(3, 1, 0xff00), slice(5, 0, 0x0100)));
  EXPECT_EQ(asker_.out.split_off(2, LaneMask(0x1)), 4U) << "free again";
}

/// Gives out the highest free slot instead of the lowest.
class HighestFirst final : public WarpSliceTable {
  using WarpSliceTable::WarpSliceTable;
  void carry_out(SliceRequest& request) override {
    if (request.kind != SliceRequest::Kind::SplitOff) return WarpSliceTable::carry_out(request);
    const SliceEntry whole = table()[request.slot];
    request.other = 7;
    put(request.slot, {whole.warp, whole.lanes.without(request.lanes)});
    put(request.other, {whole.warp, request.lanes});
  }
};

TEST_F(WarpSliceTableTest, AnswersWhatAClassThatOverridesItDecides) {
  build(std::make_unique<HighestFirst>("table", config_));
  EXPECT_EQ(asker_.out.split_off(1, LaneMask(0x8001)), 7U);
  EXPECT_THAT(slices(), ElementsAre(slice(0, 0, 0xffff), slice(1, 1, 0x7ffe), slice(7, 1, 0x8001)));
}

}  // namespace
}  // namespace lanefold
