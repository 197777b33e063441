// SPDX-License-Identifier: Apache-2.0
// Bank conflicts of shared local memory and of caches with a bank per lane.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#include "decisions/load_store/lane_banks.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;

LaneAccess access_of(unsigned lanes, const std::function<std::uint32_t(unsigned)>& address,
                     unsigned bytes = 4, InstructionClass kind = InstructionClass::Load,
                     AddressSpace space = AddressSpace::Local) {
  LaneAccess access;
  access.bytes = static_cast<std::uint8_t>(bytes);
  access.kind = kind;
  access.space = space;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    access.address[lane] = address(lane);
    access.lanes.set(lane);
  }
  return access;
}

unsigned local_memory_cycles(const LaneAccess& access, unsigned banks) {
  return use_of_local_memory(access, banks).cycles;
}

unsigned stride_cycles(unsigned words, unsigned lanes = 16) {
  return local_memory_cycles(access_of(lanes, [=](unsigned lane) { return lane * words * 4; }), 16);
}

TEST(LocalMemoryBanks, SerialiseWordsOfOneBank) {
  EXPECT_EQ(stride_cycles(1), 1U);
  EXPECT_EQ(stride_cycles(2), 2U);
  EXPECT_EQ(stride_cycles(3), 1U);
  EXPECT_EQ(stride_cycles(4), 4U);
  EXPECT_EQ(stride_cycles(16), 16U);
  EXPECT_EQ(stride_cycles(17), 1U);
  EXPECT_EQ(stride_cycles(1, 64), 4U) << "64 words, 16 a cycle";
}

TEST(LocalMemoryBanks, GiveOneWordToAllLanes) {
  EXPECT_EQ(stride_cycles(0), 1U);
  EXPECT_EQ(local_memory_cycles(access_of(
                                    16, [](unsigned lane) { return lane; }, 1),
                                16),
            1U);
  const auto two_words = [](unsigned lane) { return lane % 2 * 64; };
  EXPECT_EQ(local_memory_cycles(access_of(16, two_words), 16), 2U);
  EXPECT_EQ(local_memory_cycles(access_of(16, two_words, 4, InstructionClass::Store), 16), 2U);
}

TEST(LocalMemoryBanks, CarryOutAtomicsOneByOne) {
  const auto same = [](unsigned) { return 64U; };
  EXPECT_EQ(local_memory_cycles(access_of(16, same, 4, InstructionClass::Atomic), 16), 16U);
  const auto apart = [](unsigned lane) { return lane * 4; };
  EXPECT_EQ(local_memory_cycles(access_of(16, apart, 4, InstructionClass::Atomic), 16), 1U);
}

TEST(LocalMemoryBanks, TakeTwoCyclesForDoubles) {
  EXPECT_EQ(local_memory_cycles(access_of(
                                    16, [](unsigned lane) { return lane * 8; }, 8),
                                16),
            2U);
  EXPECT_EQ(local_memory_cycles(access_of(
                                    8, [](unsigned lane) { return lane * 8; }, 8),
                                16),
            1U);
}

TEST(LocalMemoryBanks, TakeNothingWithoutLanes) {
  const BankUse use = use_of_local_memory(LaneAccess{}, 16);
  EXPECT_EQ(use.cycles, 0U);
  EXPECT_EQ(use.words, 0U);
}

TEST(LocalMemoryBanks, MoveAWordOnceForLanesThatShareItAndTwiceForAnAtomic) {
  struct Case {
    unsigned lanes, stride, bytes;
    InstructionClass kind;
    unsigned words;
  };
  const Case cases[] = {
      {16, 4, 4, InstructionClass::Load, 16}, {16, 1, 1, InstructionClass::Store, 4},
      {16, 0, 4, InstructionClass::Load, 1},  {16, 8, 8, InstructionClass::Load, 32},
      {1, 4, 4, InstructionClass::Atomic, 2}, {16, 0, 4, InstructionClass::Atomic, 32}};
  for (const Case& one : cases) {
    const auto address = [&](unsigned lane) { return lane * one.stride; };
    const LaneAccess access = access_of(one.lanes, address, one.bytes, one.kind);
    EXPECT_EQ(use_of_local_memory(access, 16).words, one.words)
        << one.lanes << " lanes, " << one.stride << " bytes apart";
  }
}

// The most distinct words of a bank, counted with sets.
TEST(LocalMemoryBanks, AgreeWithACountOfWords) {
  std::mt19937 random(1);
  for (unsigned run = 0; run < 2000; ++run) {
    const unsigned banks = 1U << random() % 7;
    const unsigned spread = 1U << random() % 10;
    const LaneAccess access =
        access_of(1 + random() % 64, [&](unsigned) { return random() % spread * 4; });
    std::vector<std::set<std::uint32_t>> words(banks);
    for_each_lane(access.lanes, [&](unsigned lane) {
      words[access.address[lane] / 4 % banks].insert(access.address[lane] / 4);
    });
    std::size_t most = 0;
    for (const auto& bank : words) most = std::max(most, bank.size());
    std::size_t all = 0;
    for (const auto& bank : words) all += bank.size();
    ASSERT_EQ(use_of_local_memory(access, banks).cycles, most) << "run " << run << " of seed 1";
    ASSERT_EQ(use_of_local_memory(access, banks).words, all) << "run " << run << " of seed 1";
  }
}

BankSchedule scheduled(const LaneAccess& access, unsigned banks, unsigned line_bytes,
                       LineAccesses& lines, const PrivatePlacement& placement = {}) {
  coalesce(access, line_bytes, placement, lines);
  BankSchedule schedule;
  schedule_banks(access, lines, placement, banks, schedule);
  return schedule;
}

LaneAccess global(std::vector<std::uint32_t> addresses, unsigned bytes = 4) {
  return access_of(
      static_cast<unsigned>(addresses.size()), [&](unsigned lane) { return addresses[lane]; },
      bytes, InstructionClass::Load, AddressSpace::Global);
}

TEST(BankSchedule, SendsNeighbouringLinesAtOnce) {
  LineAccesses lines;
  const BankSchedule schedule =
      scheduled(global({0x100, 0x104, 0x108, 0x10c, 0x110, 0x114, 0x118, 0x11c}), 8, 16, lines);
  EXPECT_EQ(schedule.cycles, 1U);
  ASSERT_EQ(lines.count, 2U);
  EXPECT_EQ(schedule.line[0], 0U);
  EXPECT_EQ(schedule.line[1], 0U);
}

// Four banks, lines of 16 bytes: lanes 0, 1 and 3 want bank 0, lanes 2 and 3 different words.
TEST(BankSchedule, SendsALineWhenItsLastLaneIsThrough) {
  LineAccesses lines;
  const BankSchedule schedule = scheduled(global({0x100, 0x110, 0x104, 0x120}), 4, 16, lines);
  EXPECT_EQ(schedule.cycles, 3U);
  EXPECT_THAT(std::vector<unsigned>(schedule.lane.begin(), schedule.lane.begin() + 4),
              ElementsAre(0, 1, 0, 2));
  ASSERT_EQ(lines.count, 3U);
  EXPECT_EQ(schedule.line[0], 0U);
  EXPECT_EQ(schedule.line[1], 1U);
  EXPECT_EQ(schedule.line[2], 2U);
}

TEST(BankSchedule, ShowsConflictsWithinALine) {
  LineAccesses lines;
  const BankSchedule schedule = scheduled(global({0x100, 0x110, 0x100, 0x120}), 4, 128, lines);
  ASSERT_EQ(lines.count, 1U);
  EXPECT_EQ(schedule.line[0], 2U);
  EXPECT_EQ(schedule.lane[2], 0U) << "the same word as lane 0";
}

TEST(BankSchedule, GivesEveryLaneItsPrivateBank) {
  LineAccesses lines;
  const auto spill = [](unsigned) { return kPrivateBase + 8; };
  const BankSchedule words = scheduled(
      access_of(16, spill, 4, InstructionClass::Store, AddressSpace::Private), 16, 64, lines);
  EXPECT_EQ(words.cycles, 1U);
  const BankSchedule doubles = scheduled(
      access_of(16, spill, 8, InstructionClass::Store, AddressSpace::Private), 16, 64, lines);
  EXPECT_EQ(doubles.cycles, 2U);
}

TEST(BankSchedule, FindsTheSameBankWhereLanesHaveLinesOfTheirOwn) {
  LineAccesses lines;
  const PrivatePlacement placement{kPrivatePhysicalBase, 4, 64 * 257};
  const auto spill = [](unsigned) { return kPrivateBase + 8; };
  const auto scattered = [](unsigned lane) { return kPrivateBase + lane * 4; };
  const auto store = [&](const std::function<std::uint32_t(unsigned)>& address) {
    return scheduled(access_of(16, address, 4, InstructionClass::Store, AddressSpace::Private), 16,
                     64, lines, placement);
  };
  EXPECT_EQ(store(spill).cycles, 16U);
  EXPECT_EQ(lines.count, 16U);
  EXPECT_EQ(store(scattered).cycles, 1U) << "each lane another word of its line";
}

}  // namespace
}  // namespace lanefold
