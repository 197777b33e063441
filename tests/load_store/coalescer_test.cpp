// SPDX-License-Identifier: Apache-2.0
// Lanes of an access that become requests of one line.
#include "load_store/coalescer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  const PrivatePlacement placement{kPrivatePhysicalBase + 0x4000, 16};
  const std::vector<std::uint32_t> same(16, kPrivateBase + 8);  // word 2, 16 lanes: 64 bytes
  EXPECT_THAT(coalesced(access_of(AddressSpace::Private, 4, same), 64, placement),
              ElementsAre(Pair(placement.base + 128, 0xffff)));
  EXPECT_THAT(coalesced(access_of(AddressSpace::Private, 1, same), 32, placement),
              ElementsAre(Pair(placement.base + 128, 0xff), Pair(placement.base + 160, 0xff00)));
  EXPECT_THAT(coalesced(access_of(AddressSpace::Private, 8, same), 64, placement),
              ElementsAre(Pair(placement.base + 128, 0xffff), Pair(placement.base + 192, 0xffff)));
}

TEST(Coalescer, HoldsTheWorstCase) {
  std::vector<std::uint32_t> apart;
  for (unsigned lane = 0; lane < 64; ++lane) apart.push_back(kPrivateBase + lane * 16);
  const Lines lines =
      coalesced(access_of(AddressSpace::Private, 8, apart), 4, {kPrivatePhysicalBase, 64});
  EXPECT_EQ(lines.size(), 128U);
}

}  // namespace
}  // namespace lanefold
