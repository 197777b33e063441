// SPDX-License-Identifier: Apache-2.0
// Lanes of an access that become requests of one line.
#include "decisions/load_store/coalescer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

LaneAccess access_of(AddressSpace space, unsigned bytes, std::vector<std::uint32_t> addresses) {
  LaneAccess access;
  access.space = space;
  access.bytes = static_cast<std::uint8_t>(bytes);
  for (unsigned lane = 0; lane < addresses.size(); ++lane) {
    access.address[lane] = addresses[lane];
    access.lanes.set(lane);
  }
  return access;
}

using Lines = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // address, lanes

Lines coalesced(const LaneAccess& access, std::uint32_t line_bytes,
                const PrivatePlacement& placement = {}) {
  LineAccesses result;
  coalesce(access, line_bytes, placement, result);
  Lines lines;
  for (unsigned i = 0; i < result.count; ++i) {
    lines.emplace_back(result.lines[i].address, result.lines[i].lanes.bits());
  }
  return lines;
}

TEST(Coalescer, MergesLanesOfOneLine) {
  const auto global = [](std::vector<std::uint32_t> addresses) {
    return access_of(AddressSpace::Global, 4, std::move(addresses));
  };
  EXPECT_THAT(coalesced(global({0x1000, 0x1004, 0x103c}), 64), ElementsAre(Pair(0x1000, 7)));
  EXPECT_THAT(coalesced(global({0x1040, 0x1000, 0x107c, 0x1000}), 64),
              ElementsAre(Pair(0x1040, 5), Pair(0x1000, 10)));
  EXPECT_THAT(coalesced(global({0x1000, 0x1004, 0x1000}), 4),
              ElementsAre(Pair(0x1000, 5), Pair(0x1004, 2)));
  EXPECT_THAT(coalesced(global({}), 64), ElementsAre());
}

TEST(Coalescer, SplitsAnAccessThatIsLongerThanALine) {
  EXPECT_THAT(coalesced(access_of(AddressSpace::Global, 8, {0x1000, 0x1008}), 4),
              ElementsAre(Pair(0x1000, 1), Pair(0x1004, 1), Pair(0x1008, 2), Pair(0x100c, 2)));
  EXPECT_THAT(coalesced(access_of(AddressSpace::Global, 8, {0x1000, 0x1008}), 8),
              ElementsAre(Pair(0x1000, 1), Pair(0x1008, 2)));
}

TEST(Coalescer, SendsEveryLaneOfAnAtomicAlone) {
  LaneAccess access = access_of(AddressSpace::Global, 4, {0x1000, 0x1000, 0x1004});
  access.kind = InstructionClass::Atomic;
  EXPECT_THAT(coalesced(access, 64),
              ElementsAre(Pair(0x1000, 1), Pair(0x1000, 2), Pair(0x1000, 4)));
}

TEST(Coalescer, FindsEqualPrivateAddressesInOneRow) {
  const PrivatePlacement placement{kPrivatePhysicalBase + 0x4000, 64, 4};
  const std::vector<std::uint32_t> same(16, kPrivateBase + 8);  // word 2, 16 lanes: 64 bytes
  EXPECT_THAT(coalesced(access_of(AddressSpace::Private, 4, same), 64, placement),
              ElementsAre(Pair(placement.base + 128, 0xffff)));
  EXPECT_THAT(coalesced(access_of(AddressSpace::Private, 1, same), 32, placement),
              ElementsAre(Pair(placement.base + 128, 0xff), Pair(placement.base + 160, 0xff00)));
  EXPECT_THAT(coalesced(access_of(AddressSpace::Private, 8, same), 64, placement),
              ElementsAre(Pair(placement.base + 128, 0xffff), Pair(placement.base + 192, 0xffff)));
}

MachineConfig own_lines(std::uint32_t warp_width, std::uint32_t line_bytes) {
  MachineConfig config;
  config.core.warp_width = warp_width;
  config.core.private_layout = PrivateLayout::OwnLines;
  config.memory.line_bytes = line_bytes;
  return config;
}

TEST(Coalescer, TouchesALineOfEachLaneWhereLanesHaveLinesOfTheirOwn) {
  const MachineConfig config = own_lines(32, 128);
  const PrivatePlacement placement = private_placement(config, 3);
  const std::uint32_t top = config.memory.private_bytes - 8;
  const std::vector<std::uint32_t> same(32, kPrivateBase + top);
  const Lines lines = coalesced(access_of(AddressSpace::Private, 8, same), 128, placement);
  ASSERT_EQ(lines.size(), 32U);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const std::uint64_t stack = placement.base + lane * std::uint64_t{16384 + 128};
    EXPECT_THAT(lines[lane], Pair((stack + top) / 128 * 128, std::uint64_t{1} << lane));
  }
}

TEST(Coalescer, MergesWordsOfALineThatALaneHasOfItsOwn) {
  // Lane 0 and lane 1 each within one line, at different words.
  const auto placement = private_placement(own_lines(2, 64), 0);
  const LaneAccess access =
      access_of(AddressSpace::Private, 4, {kPrivateBase + 4, kPrivateBase + 60});
  EXPECT_THAT(coalesced(access, 64, placement),
              ElementsAre(Pair(placement.base, 1), Pair(placement.base + placement.lane_step, 2)));
}

TEST(PrivatePlacement, PutsThreadsOneBehindTheOther) {
  for (const PrivateLayout layout : {PrivateLayout::Interleaved, PrivateLayout::OwnLines}) {
    for (const std::uint32_t line_bytes : {8U, 64U, 4096U}) {
      for (const std::uint32_t warp_width : {1U, 5U, 32U}) {
        MachineConfig config = own_lines(warp_width, line_bytes);
        config.core.private_layout = layout;
        config.memory.private_bytes = 272;  // no whole number of lines
        const PrivatePlacement first = private_placement(config, 0);
        const std::uint64_t end = private_placement(config, 1).base;
        EXPECT_EQ(first.base, kPrivatePhysicalBase);
        EXPECT_LE(first.word(268, warp_width - 1) + 4, end);
        if (layout == PrivateLayout::OwnLines) {
          EXPECT_EQ(first.lane_step / line_bytes % 2, 1U) << "neighbouring sets of a cache";
          EXPECT_GE(first.lane_step, 272U);
        }
      }
    }
  }
}

/// Lane by lane, a map of what each line serves; lines in the order of their first lane.
Lines lane_by_lane(const LaneAccess& access, std::uint32_t line_bytes,
                   const PrivatePlacement& placement) {
  Lines lines;
  const auto touch = [&](std::uint64_t address, unsigned lane) {
    const std::uint64_t line = address / line_bytes * line_bytes;
    const auto found = std::find_if(lines.begin(), lines.end(),
                                    [&](const auto& known) { return known.first == line; });
    if (found == lines.end()) {
      lines.emplace_back(line, std::uint64_t{1} << lane);
    } else {
      found->second |= std::uint64_t{1} << lane;
    }
  };
  for_each_lane(access.lanes, [&](unsigned lane) {
    for (std::uint32_t byte = 0; byte < access.bytes; ++byte) {
      const std::uint32_t address = access.address[lane] + byte;
      const std::uint64_t word = (address - kPrivateBase) / 4;
      touch(access.space == AddressSpace::Private ? placement.base + word * placement.word_step +
                                                        lane * placement.lane_step + address % 4
                                                  : address,
            lane);
    }
  });
  return lines;
}

TEST(Coalescer, AgreesWithALookAtEachLane) {
  std::mt19937_64 random(1);
  for (unsigned i = 0; i < 4000; ++i) {
    const bool is_private = random() % 2 == 0;
    const unsigned bytes = 1U << random() % 4;
    const unsigned spread = 1U << random() % 8;
    const std::uint32_t base =
        (is_private ? kPrivateBase : 0x1000) + static_cast<std::uint32_t>(random() % 4 * 64);
    LaneAccess access = access_of(is_private ? AddressSpace::Private : AddressSpace::Global, bytes,
                                  std::vector<std::uint32_t>(64));
    for (std::uint32_t& address : access.address) {
      address = base + static_cast<std::uint32_t>(random() % spread) / bytes * bytes;
    }
    const auto first = static_cast<unsigned>(random() % 64);
    const auto lanes = static_cast<unsigned>(1 + random() % (64 - first));
    std::uint64_t some = random();
    some |= random();
    access.lanes = LaneMask(LaneMask::first(lanes).bits() << first & some);
    access.lanes.set(first);
    const std::uint32_t line_bytes = 4U << random() % 6;
    const bool own_lines = random() % 2 == 0;
    const PrivatePlacement placement =
        own_lines ? PrivatePlacement{kPrivatePhysicalBase, 4, line_bytes * (1 + random() % 64)}
                  : PrivatePlacement{kPrivatePhysicalBase, 64U << random() % 3, 4};
    ASSERT_EQ(coalesced(access, line_bytes, placement), lane_by_lane(access, line_bytes, placement))
        << i;
  }
}

TEST(Coalescer, HoldsTheWorstCase) {
  std::vector<std::uint32_t> apart;
  for (unsigned lane = 0; lane < 64; ++lane) apart.push_back(kPrivateBase + lane * 16);
  const Lines lines =
      coalesced(access_of(AddressSpace::Private, 8, apart), 4, {kPrivatePhysicalBase, 256, 4});
  EXPECT_EQ(lines.size(), 128U);
}

}  // namespace
}  // namespace lanefold
