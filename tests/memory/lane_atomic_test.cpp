// SPDX-License-Identifier: Apache-2.0
// Atomics and reservations of lanes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/memory/lane_memory_bench.h"

namespace lanefold {
namespace {

TEST_P(LaneMemory, CarriesOutAtomicsLaneByLane) {
  const std::uint32_t counter = buffer_.address + 64;
  const std::uint32_t before = word_at(counter);
  set_addresses([&](unsigned) { return counter; });
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, lane + 1);
  access(instruction_of(Opcode::AmoaddW));
  EXPECT_TRUE(access_.changed_memory);
  std::uint32_t sum = before;
  for (unsigned lane = 0; lane < width_; ++lane) {
    EXPECT_EQ(file_.read(kData + 1, lane), sum);
    sum += lane + 1;
  }
  EXPECT_EQ(word_at(counter), sum);
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 0);
  access(instruction_of(Opcode::AmoorW));
  EXPECT_FALSE(access_.changed_memory) << "an atomic that writes what is there";
  EXPECT_EQ(access_.updated, access_.lanes);
}

TEST_P(LaneMemory, LetsOneOfTheCompetingLanesStoreConditionally) {
  const std::uint32_t word = buffer_.address + 64;
  set_addresses([&](unsigned) { return word; });
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 100 + lane);
  access(instruction_of(Opcode::LrW));
  EXPECT_TRUE(access_.updated.none());
  access(instruction_of(Opcode::ScW));
  for (unsigned lane = 0; lane < width_; ++lane) {
    EXPECT_EQ(file_.read(kData + 1, lane), lane == 0 ? 0U : 1U);
    EXPECT_EQ(access_.operand[lane], 100 + lane);
  }
  EXPECT_EQ(access_.updated, LaneMask::lane(0));
  EXPECT_EQ(word_at(word), 100U);
  access(instruction_of(Opcode::ScW));
  for (unsigned lane = 0; lane < width_; ++lane) {
    EXPECT_EQ(file_.read(kData + 1, lane), 1U) << "without a reservation";
  }
}

TEST_P(LaneMemory, StoresConditionallyInEveryLaneThatHasAWordOfItsOwn) {
  set_addresses([&](unsigned lane) { return buffer_.address + 4 * lane; });
  access(instruction_of(Opcode::LrW));
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, lane);
  access(instruction_of(Opcode::ScW));
  for (unsigned lane = 0; lane < width_; ++lane) {
    EXPECT_EQ(file_.read(kData + 1, lane), 0U);
    EXPECT_EQ(word_at(buffer_.address + 4 * lane), lane);
  }
}

TEST_P(LaneMemory, LosesReservationsToOtherStores) {
  for (const Opcode other : {Opcode::Sb, Opcode::Sw, Opcode::Fsd, Opcode::AmoaddW}) {
    const std::uint32_t word = buffer_.address + 8;
    set_addresses([&](unsigned) { return word; });
    access(instruction_of(Opcode::LrW), LaneMask::lane(0));
    LaneFile stranger(1);  // another warp
    stranger.write(kAddress, 0, word);
    access_memory(instruction_of(other), stranger.registers(), spaces_, LaneMask(1), traits_,
                  access_);
    access(instruction_of(Opcode::ScW), LaneMask::lane(0));
    EXPECT_EQ(file_.read(kData + 1, 0), 1U) << opcode_info(other).text;
  }
}

TEST_P(LaneMemory, KeepsReservationsWhenNeighboursAreWritten) {
  set_addresses([&](unsigned) { return buffer_.address + 8; });
  access(instruction_of(Opcode::LrW), LaneMask::lane(0));
  set_addresses([&](unsigned) { return buffer_.address + 12; });
  access(instruction_of(Opcode::Sw), LaneMask::lane(0));
  set_addresses([&](unsigned) { return buffer_.address + 8; });
  access(instruction_of(Opcode::ScW), LaneMask::lane(0));
  EXPECT_EQ(file_.read(kData + 1, 0), 0U);
}

TEST_P(LaneMemory, StoresConditionallyOnlyToTheReservedWord) {
  set_addresses([&](unsigned) { return buffer_.address + 8; });
  access(instruction_of(Opcode::LrW), LaneMask::lane(0));
  set_addresses([&](unsigned) { return buffer_.address + 16; });
  access(instruction_of(Opcode::ScW), LaneMask::lane(0));
  EXPECT_EQ(file_.read(kData + 1, 0), 1U);
  set_addresses([&](unsigned) { return buffer_.address + 8; });
  access(instruction_of(Opcode::ScW), LaneMask::lane(0));
  EXPECT_EQ(file_.read(kData + 1, 0), 1U) << "the failed one has cost the reservation";
}

TEST_P(LaneMemory, DropsReservationsWithTheWarp) {
  set_addresses([&](unsigned) { return buffer_.address + 8; });
  access(instruction_of(Opcode::LrW));
  reservations_.drop_warp(file_.registers().rows);
  access(instruction_of(Opcode::ScW));
  for (unsigned lane = 0; lane < width_; ++lane) EXPECT_EQ(file_.read(kData + 1, lane), 1U);
}

}  // namespace
}  // namespace lanefold
