// SPDX-License-Identifier: Apache-2.0
// Checkpoints as files: what is written is read back, and what is damaged is refused.
#include "observers/recording/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lanefold/error.h"
#include "tests/recording/recordings.h"
#include "tests/support/refusal.h"

namespace lanefold {
namespace {

using ::testing::StartsWith;

Checkpoint some_checkpoint() {
  Checkpoint checkpoint{0x0123'4567'89ab'cdef, 17, "base = \"ivb-eu\"", {}};
  MachineState& state = checkpoint.state;
  state.memory.regions = {{0x1000, 400, true}, {0x2000, 4, false}};
  state.memory.overruns = {0x1200};
  state.memory.pieces = {{0x1000, bytes_of_text("1234")}, {0x1200, bytes_of_text("5")}};
  state.picoseconds = 1'000'000;
  state.caches.push_back({"l3", 64, 128, 16, {}, {{0x40, 7, 2}, {0x41, 23, 3}}});
  state.caches.push_back({"llc", 64, 1, 2, 99, {}});
  state.directory = {{0x40, 5, false}, {0x41, 2, true}};
  state.slip = {{3, 100, 50, 20, 640}, {}};
  return checkpoint;
}

std::string written(const Checkpoint& checkpoint) {
  std::string bytes;
  write_checkpoint(checkpoint, into_recording(bytes));
  return bytes;
}

TEST(CheckpointFile, ReadsBackWhatWasWritten) {
  const std::string bytes = written(some_checkpoint());
  const Checkpoint again = read_checkpoint(bytes, "c.lfckpt");
  EXPECT_EQ(again.recording, 0x0123'4567'89ab'cdefU);
  EXPECT_EQ(again.launch, 17U);
  EXPECT_EQ(again.machine, "base = \"ivb-eu\"");
  const MachineState& state = again.state;
  ASSERT_EQ(state.memory.regions.size(), 2U);
  EXPECT_FALSE(state.memory.regions[1].writable);
  ASSERT_EQ(state.memory.pieces.size(), 2U);
  EXPECT_EQ(state.memory.pieces[0].content, bytes_of_text("1234"));
  ASSERT_EQ(state.caches.size(), 2U);
  EXPECT_FALSE(state.caches[0].generator);
  EXPECT_EQ(state.caches[0].lines[1].place, 23U);
  EXPECT_EQ(state.caches[1].generator, 99U);
  ASSERT_TRUE(state.directory);
  EXPECT_TRUE(state.directory->back().owned);
  EXPECT_EQ(state.slip.front().bytes, 640U);
  EXPECT_EQ(written(again), bytes);
}

TEST(CheckpointFile, HoldsLargeCachesInSeveralRecords) {
  Checkpoint checkpoint;
  checkpoint.state.caches.push_back({"llc", 64, 1 << 21, 1, {}, {}});
  checkpoint.state.directory.emplace();
  for (std::uint32_t i = 0; i < (1U << 20) + 5; ++i) {
    checkpoint.state.caches[0].lines.push_back({i, i, 2});
    checkpoint.state.directory->push_back({i, 1, true});
  }
  const Checkpoint again = read_checkpoint(written(checkpoint), "c.lfckpt");
  ASSERT_EQ(again.state.caches.size(), 1U);
  EXPECT_EQ(again.state.caches[0].lines.size(), (1U << 20) + 5);
  EXPECT_EQ(again.state.caches[0].lines.back().number, (1U << 20) + 4);
  EXPECT_EQ(again.state.directory->size(), (1U << 20) + 5);
}

TEST(CheckpointFile, IsRefusedWithMoreMemoryThanItsBuffers) {
  for (const auto& pieces : std::vector<std::vector<MemoryState::Piece>>{
           {{0x1000, std::vector<std::byte>(8000)}},
           {{0x1010, std::vector<std::byte>(16)}, {0x1000, std::vector<std::byte>(16)}},
           {{0x1000, {}}}}) {
    Checkpoint checkpoint;
    checkpoint.state.memory.regions = {{0x1000, 4000, true}};
    checkpoint.state.memory.pieces = pieces;
    refusal(ErrorKind::File, [&] { read_checkpoint(written(checkpoint), "c.lfckpt"); });
  }
}

TEST(CheckpointFile, IsRefusedWhenItIsNotWhole) {
  const std::string bytes = written(some_checkpoint());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string why =
        refusal(ErrorKind::File, [&] { read_checkpoint(bytes.substr(0, size), "c.lfckpt"); });
    ASSERT_THAT(why, StartsWith("c.lfckpt: ")) << size;
  }
  refusal(ErrorKind::File, [&] { read_checkpoint(bytes + "x", "c.lfckpt"); });
}

}  // namespace
}  // namespace lanefold
