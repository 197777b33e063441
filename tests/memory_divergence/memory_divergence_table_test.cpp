// SPDX-License-Identifier: Apache-2.0
// The memory divergence table of a core, asked as slices ask it: through its socket.
#include "blocks/memory_divergence/memory_divergence_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Lanes that wait, and lanes that are ready, at a load in the `depth`th call.
LeftBehind at(std::uint32_t pc, std::uint32_t depth, std::uint64_t waiting, std::uint64_t ready) {
  return {pc, depth, pc + 4, 3, LaneMask(waiting), LaneMask(ready)};
}

/// The table of a core with three slots.
class MemoryDivergenceTableTest : public SimulationTest {
 protected:
  MemoryDivergenceTableTest() { config_.warps = 3; }
  void build(std::unique_ptr<MemoryDivergenceTable> block) {
    block_ = std::move(block);
    asker_.out.bind(block_->requests);
    sc_core::sc_start(cycles(1));
  }
  void build() {
    build(std::make_unique<MemoryDivergenceTable>("table", config_, domain().clock()));
  }
  const std::vector<LeftBehind>& entries(unsigned slot) { return block_->of_slot(slot).entries(); }

  CoreConfig config_;
  std::unique_ptr<MemoryDivergenceTable> block_;
  Asker<MdtOfSlice::Socket> asker_{"asker"};
};

// Lanes 0 to 3 stay at 0x100, of which 2 and 3 have their values; then 4 and 5 at the same load.
// The values of 0 and 4 come. Of 0, 2, 3 and 4, which are ready, 3 may not go on.
TEST_F(MemoryDivergenceTableTest, MergesLanesOfOneLoadAndHandsOutThoseThatAreReady) {
  build();
  MdtOfSlice slice(asker_.out, 1);
  slice.add(at(0x100, 0, 0b0011, 0b1100));
  slice.add(at(0x100, 0, 0b110000, 0));
  ASSERT_THAT(entries(1), SizeIs(1));
  EXPECT_EQ(entries(1)[0].waiting, LaneMask(0b110011));
  slice.arrive(LaneMask(0b010001));
  EXPECT_EQ(entries(1)[0].waiting, LaneMask(0b100010));
  EXPECT_EQ(entries(1)[0].ready, LaneMask(0b011101));
  EXPECT_EQ(slice.take_ready(0x100, 0, LaneMask(0b110111)), LaneMask(0b010101));
  EXPECT_EQ(entries(1)[0].lanes(), LaneMask(0b101010));
  EXPECT_EQ(slice.take_ready(0x100, 1, LaneMask(~0ULL)), LaneMask()) << "of another call";
}

TEST_F(MemoryDivergenceTableTest, GivesAnEntryAwayWithWhereItsLanesGoOn) {
  build();
  MdtOfSlice slice(asker_.out, 0);
  slice.add(at(0x100, 0, 0b01, 0));
  slice.add(at(0x200, 2, 0b10, 0));
  const LeftBehind taken = slice.take(0);
  EXPECT_EQ(taken.pc, 0x100U);
  EXPECT_EQ(taken.next_pc, 0x104U);
  EXPECT_EQ(taken.next_rank, 3U);
  ASSERT_THAT(entries(0), SizeIs(1));
  EXPECT_EQ(entries(0)[0].pc, 0x200U);
}

TEST_F(MemoryDivergenceTableTest, KeepsSlicesApart) {
  build();
  MdtOfSlice first(asker_.out, 0), last(asker_.out, 2);
  first.add(at(0x100, 0, 0b1, 0));
  last.add(at(0x100, 0, 0b1, 0));
  last.arrive(LaneMask(0b1));
  EXPECT_EQ(entries(0)[0].waiting, LaneMask(0b1));
  EXPECT_EQ(entries(2)[0].ready, LaneMask(0b1));
  EXPECT_THAT(entries(1), IsEmpty());
  last.clear();
  EXPECT_THAT(entries(0), SizeIs(1));
  EXPECT_THAT(entries(2), IsEmpty());
}

/// Values never come.
class Deaf final : public MemoryDivergenceTable {
  using MemoryDivergenceTable::MemoryDivergenceTable;
  void carry_out(MdtRequest& request) override {
    if (request.kind != MdtRequest::Kind::Arrive) MemoryDivergenceTable::carry_out(request);
  }
};

TEST_F(MemoryDivergenceTableTest, HoldsWhatAClassThatOverridesItDecides) {
  build(std::make_unique<Deaf>("table", config_, domain().clock()));
  MdtOfSlice slice(asker_.out, 0);
  slice.add(at(0x100, 0, 0b1, 0b10));
  slice.arrive(LaneMask(0b1));
  EXPECT_EQ(slice.take_ready(0x100, 0, LaneMask(0b11)), LaneMask(0b10));
  EXPECT_EQ(entries(0)[0].waiting, LaneMask(0b1));
}

// Lanes of two loads are left behind, and the lanes of one go on, all in one cycle.
TEST_F(MemoryDivergenceTableTest, LetsLanesInOrOutOnceInACycle) {
  build();
  MdtOfSlice slice(asker_.out, 1);
  slice.add(at(0x100, 0, 0b01, 0));
  slice.add(at(0x200, 0, 0b10, 0));
  slice.take(0);
  for (unsigned busy = 0; busy < 3; ++busy) {
    EXPECT_TRUE(block_->busy(1)) << busy;
    EXPECT_FALSE(block_->busy(0));
    sc_core::sc_start(cycles(1));
  }
  EXPECT_FALSE(block_->busy(1));
}

TEST_F(MemoryDivergenceTableTest, ValuesThatComeAndLanesThatDoNotGoOnTakeNoTime) {
  build();
  MdtOfSlice slice(asker_.out, 1);
  slice.add(at(0x100, 0, 0b11, 0));
  sc_core::sc_start(cycles(1));
  slice.take_ready(0x100, 0, LaneMask(0b11));
  slice.arrive(LaneMask(0b01));
  EXPECT_FALSE(block_->busy(1));
  slice.take_ready(0x100, 0, LaneMask(0b11));
  EXPECT_TRUE(block_->busy(1));
}

}  // namespace
}  // namespace lanefold
