// SPDX-License-Identifier: Apache-2.0
// Accesses of global memory whose values go with line requests: checked, and kept for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/memory/lane_memory_bench.h"

namespace lanefold {
namespace {

class LaneMemoryThrough : public LaneMemory {
 protected:
  LaneMemoryThrough() { spaces_.values = MemoryValues::Through; }
  LaneMask all() { return file_.registers().full; }
};

TEST_P(LaneMemoryThrough, LoadsLeaveRegistersToTheAnswers) {
  for (const Opcode opcode : {Opcode::Lb, Opcode::Lw, Opcode::Fld}) {
    set_addresses([&](unsigned lane) { return buffer_.address + 8 * lane; });
    for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 7);
    access(instruction_of(opcode));
    EXPECT_TRUE(access_.through);
    EXPECT_EQ(access_.global, all());
    EXPECT_EQ(access_.space, AddressSpace::Global);
    for (unsigned lane = 0; lane < width_; ++lane) EXPECT_EQ(file_.read(kData, lane), 7U);
  }
}

TEST_P(LaneMemoryThrough, StoresKeepTheirOperandsAndWriteNothing) {
  set_addresses([&](unsigned lane) { return buffer_.address + 4 * lane; });
  const std::uint32_t before = word_at(buffer_.address);
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 100 + lane);
  access(instruction_of(Opcode::Sw));
  EXPECT_TRUE(access_.changed_memory);
  EXPECT_EQ(word_at(buffer_.address), before);
  for (unsigned lane = 0; lane < width_; ++lane) EXPECT_EQ(access_.operand[lane], 100U + lane);
}

TEST_P(LaneMemoryThrough, OtherSpacesTakeEffectAtOnce) {
  set_addresses([&](unsigned lane) { return kLocalBase + 4 * lane; });
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 100 + lane);
  access(instruction_of(Opcode::Sw));
  EXPECT_TRUE(access_.global.none());
  EXPECT_EQ(access_.space, AddressSpace::Local);
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 0);
  access(instruction_of(Opcode::Lw));
  for (unsigned lane = 0; lane < width_; ++lane) EXPECT_EQ(file_.read(kData, lane), 100U + lane);
}

// The lanes in global memory need line requests.
TEST_P(LaneMemoryThrough, AnAccessOfSeveralSpacesIsOneOfGlobalMemory) {
  const unsigned last = width_ - 1;
  set_addresses(
      [&](unsigned lane) { return lane == last ? kLocalBase : buffer_.address + 4 * lane; });
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 7);
  access(instruction_of(Opcode::Lw));
  EXPECT_EQ(access_.global, all().without(LaneMask::lane(last)));
  EXPECT_EQ(access_.space, width_ == 1 ? AddressSpace::Local : AddressSpace::Global);
  EXPECT_EQ(file_.read(kData, last), 0U);
}

TEST_P(LaneMemoryThrough, RefusesWhatItRefusesBeside) {
  set_addresses([&](unsigned) { return buffer_.address + 2; });
  expect_fault(instruction_of(Opcode::Lw), 0, "which is misaligned");
  set_addresses([&](unsigned) { return neighbour_.address + kBufferBytes; });
  expect_fault(instruction_of(Opcode::Sw), 0, "which is outside of every buffer");
}

TEST_P(LaneMemoryThrough, AtomicsAreNotCarriedOut) {
  set_addresses([&](unsigned) { return buffer_.address; });
  const std::uint32_t before = word_at(buffer_.address);
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, lane + 1);
  access(instruction_of(Opcode::AmoaddW));
  EXPECT_EQ(access_.updated, all());
  EXPECT_FALSE(access_.changed_memory) << "not known yet";
  EXPECT_EQ(word_at(buffer_.address), before);
  for (unsigned lane = 0; lane < width_; ++lane) EXPECT_EQ(access_.operand[lane], lane + 1U);
}

// The lowest lane's store-conditional is the first write since the load-reserved.
TEST_P(LaneMemoryThrough, AStoreConditionalExpectsWhatTheLoadReservedHasReturned) {
  const std::uint32_t word = buffer_.address + 64;
  set_addresses([&](unsigned) { return word; });
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 100 + lane);
  access(instruction_of(Opcode::LrW));
  EXPECT_TRUE(access_.updated.none());
  for (unsigned lane = 0; lane < width_; ++lane) {
    reservations_.answered(global_.host(word), file_.registers().rows, lane, 55);
  }
  access(instruction_of(Opcode::ScW));
  EXPECT_EQ(access_.updated, LaneMask::lane(0));
  EXPECT_EQ(access_.operand[0], 100U);
  EXPECT_EQ(access_.expected[0], 55U);
}

TEST_P(LaneMemoryThrough, AStoreConditionalAheadOfTheAnswerFails) {
  set_addresses([&](unsigned) { return buffer_.address; });
  access(instruction_of(Opcode::LrW));
  access(instruction_of(Opcode::ScW));
  EXPECT_TRUE(access_.updated.none());
}

INSTANTIATE_TEST_SUITE_P(Widths, LaneMemoryThrough, ::testing::Values(1, 8, 16, 64));

}  // namespace
}  // namespace lanefold
