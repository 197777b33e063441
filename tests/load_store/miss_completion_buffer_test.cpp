// SPDX-License-Identifier: Apache-2.0
// The memory coalescing buffer of a core, asked through its socket.
#include "blocks/load_store/miss_completion_buffer.h"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>

#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

/// The buffer of a core with three slots.
class MissCompletionBufferTest : public SimulationTest {
 protected:
  MissCompletionBufferTest() {
    config_.warps = 3;
    buffer_ = std::make_unique<MissCompletionBuffer>("buffer", config_);
    asker_.out.bind(buffer_->requests);
    sc_core::sc_start(cycles(1));
  }
  std::string description() const {
    std::ostringstream out;
    buffer_->describe(out);
    return out.str();
  }

  CoreConfig config_;
  std::unique_ptr<MissCompletionBuffer> buffer_;
  Asker<CompletionInitiator> asker_{"asker"};
  CompletionInitiator& socket_ = asker_.out;
};

// Lane 1 has its value in both lines.
TEST_F(MissCompletionBufferTest, CompletesALaneWithTheLastOfItsLines) {
  const unsigned entry = socket_.allocate(1, LaneMask(0b0011));
  EXPECT_EQ(socket_.line_sent(1, entry, LaneMask(0b1110)), LaneMask(0b1111));
  const auto second = socket_.line_arrived(1, entry, LaneMask(0b1110), false, 1);
  EXPECT_EQ(second.complete, LaneMask(0b1100));
  EXPECT_EQ(second.waiting, LaneMask(0b0011));
  EXPECT_EQ(description(),
            "buffer: thread 1 has a load of which lanes 0x3 wait for lines, and 0xc have theirs\n");
  const auto first = socket_.line_arrived(1, entry, LaneMask(0b0011), true, 1);
  EXPECT_EQ(first.complete, LaneMask(0b0011));
  EXPECT_EQ(first.waiting, LaneMask());
  EXPECT_EQ(description(), "");
}

// Its first line comes before its second is sent.
TEST_F(MissCompletionBufferTest, LetsALaneWaitAgainForALineThatIsSentLater) {
  const unsigned entry = socket_.allocate(0, LaneMask(0b01));
  EXPECT_EQ(socket_.line_arrived(0, entry, LaneMask(0b01), false, 1).complete, LaneMask(0b01));
  EXPECT_EQ(socket_.line_sent(0, entry, LaneMask(0b11)), LaneMask(0b11));
  EXPECT_EQ(description(),
            "buffer: thread 0 has a load of which lanes 0x3 wait for lines, and 0x0 have theirs\n");
  EXPECT_EQ(socket_.line_arrived(0, entry, LaneMask(0b11), false, 1).complete, LaneMask(0b11));
}

TEST_F(MissCompletionBufferTest, KeepsLoadsOfASliceApart) {
  const unsigned first = socket_.allocate(0, LaneMask(0b01));
  const unsigned second = socket_.allocate(0, LaneMask(0b10));
  ASSERT_NE(first, second);
  EXPECT_EQ(socket_.line_sent(0, second, LaneMask(0b100)), LaneMask(0b110));
  EXPECT_EQ(socket_.line_arrived(0, first, LaneMask(0b01), false, 1).waiting, LaneMask());
  EXPECT_EQ(socket_.line_arrived(0, second, LaneMask(0b10), false, 1).complete, LaneMask(0b10));
}

TEST_F(MissCompletionBufferTest, KeepsSlicesApart) {
  const unsigned first = socket_.allocate(0, LaneMask(0b01));
  const unsigned last = socket_.allocate(2, LaneMask(0b10));
  EXPECT_EQ(first, last) << "entries are numbered in each slot";
  EXPECT_EQ(socket_.line_sent(2, last, LaneMask(0b100)), LaneMask(0b110));
}

TEST_F(MissCompletionBufferTest, ReusesAReleasedEntryWithoutItsLanes) {
  const unsigned first = socket_.allocate(0, LaneMask(0b1));
  const unsigned second = socket_.allocate(0, LaneMask(0b1));
  EXPECT_EQ(socket_.line_arrived(0, first, LaneMask(0b1), true, 1).complete, LaneMask(0b1));
  EXPECT_EQ(socket_.allocate(0, LaneMask(0b10)), first);
  EXPECT_EQ(socket_.line_sent(0, first, LaneMask(0b100)), LaneMask(0b110));
  EXPECT_EQ(socket_.line_sent(0, second, LaneMask(0b100)), LaneMask(0b101));
}

TEST_F(MissCompletionBufferTest, ForgetsTheLoadsOfAllSlicesWhenCleared) {
  for (const unsigned slot : {0U, 2U}) socket_.allocate(slot, LaneMask(1));
  EXPECT_NE(description(), "");
  socket_.clear();
  EXPECT_EQ(description(), "");
  EXPECT_EQ(socket_.allocate(2, LaneMask(1)), 0U);
}

}  // namespace
}  // namespace lanefold
