// SPDX-License-Identifier: Apache-2.0
// What each compaction policy does with masks whose answer is known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "lanefold/compactor.h"
#include "lanefold/error.h"
#include "lanefold/machine_config.h"

namespace lanefold {
namespace {

using testing::ElementsAre;
using testing::IsSupersetOf;

constexpr unsigned kMasks = 1U << 16;

unsigned cycles(CompactionPolicy policy, std::uint64_t mask, const QuadGeometry& geometry = {}) {
  return make_compactor(policy)->cycles(LaneMask(mask), geometry);
}

/// The lanes of every cycle, one column per ALU position, for instance "0 1 . 3 | 4 . . .".
std::string lanes(CompactionPolicy policy, std::uint64_t mask, const QuadGeometry& geometry = {}) {
  const Schedule schedule = make_compactor(policy)->schedule(LaneMask(mask), geometry);
  std::ostringstream text;
  for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
    text << (cycle == 0 ? "" : " | ");
    for (unsigned position = 0; position < schedule.positions(); ++position) {
      const Schedule::Slot slot = schedule.slot(cycle, position);
      text << (position == 0 ? "" : " ") << (slot.enabled() ? std::to_string(slot.lane) : ".");
    }
  }
  return text.str();
}

/// How many of the 65,536 masks of SIMD16 take 0, 1, 2, 3 and 4 cycles.
std::array<unsigned, 5> masks_by_cycles(CompactionPolicy policy) {
  const auto compactor = make_compactor(policy);
  const QuadGeometry geometry;
  std::array<unsigned, 5> masks{};
  for (unsigned mask = 0; mask < kMasks; ++mask) {
    ++masks.at(compactor->cycles(LaneMask(mask), geometry));
  }
  return masks;
}

struct Total {
  CompactionPolicy policy;
  unsigned cycles;
  unsigned swizzled_lanes;
};

std::ostream& operator<<(std::ostream& out, const Total& total) {
  return out << name_of(total.policy);
}

class CompactionTotals : public testing::TestWithParam<Total> {};

TEST_P(CompactionTotals, OverAllMasksOfSimd16AreTheKnownOnes) {
  const auto compactor = make_compactor(GetParam().policy);
  const QuadGeometry geometry;
  unsigned cycle_count = 0;
  unsigned swizzled_lanes = 0;
  for (unsigned mask = 0; mask < kMasks; ++mask) {
    const Schedule schedule = compactor->schedule(LaneMask(mask), geometry);
    cycle_count += schedule.cycles();
    swizzled_lanes += schedule.swizzled_lanes();
  }
  EXPECT_EQ(cycle_count, GetParam().cycles);
  EXPECT_EQ(swizzled_lanes, GetParam().swizzled_lanes);
}

INSTANTIATE_TEST_SUITE_P(AllPolicies, CompactionTotals,
                         testing::Values(Total{CompactionPolicy::None, 262140, 0},
                                         Total{CompactionPolicy::Ivb, 261120, 0},
                                         Total{CompactionPolicy::Bcc, 245760, 0},
                                         Total{CompactionPolicy::Scc, 155584, 45848},
                                         Total{CompactionPolicy::SccFifo, 155584, 45848}));

TEST(NoCompaction, TakesFourCyclesForEveryMaskButTheEmptyOne) {
  EXPECT_THAT(masks_by_cycles(CompactionPolicy::None), ElementsAre(1, 0, 0, 0, 65535));
}

TEST(Ivb, HalvesTheMasksWithAnEmptyHalf) {
  EXPECT_THAT(masks_by_cycles(CompactionPolicy::Ivb), ElementsAre(1, 0, 510, 0, 65025));
}

TEST(Bcc, HasTheKnownDistributionOfCycles) {
  EXPECT_THAT(masks_by_cycles(CompactionPolicy::Bcc), ElementsAre(1, 60, 1350, 13500, 50625));
}

TEST(Scc, HasTheKnownDistributionOfCycles) {
  EXPECT_THAT(masks_by_cycles(CompactionPolicy::Scc), ElementsAre(1, 2516, 36686, 25636, 697));
}

TEST(Scc, SkipsEmptyQuadsOnlyFor2512Masks) {
  unsigned like_bcc = 0;  // among them the empty mask
  for (unsigned mask = 0; mask < kMasks; ++mask) {
    like_bcc += cycles(CompactionPolicy::Scc, mask) == cycles(CompactionPolicy::Bcc, mask) ? 1 : 0;
  }
  EXPECT_EQ(like_bcc, 2512U);
}

TEST(NoCompaction, IssuesEmptyQuadsToo) {
  EXPECT_EQ(lanes(CompactionPolicy::None, 0x0f01), "0 . . . | . . . . | 8 9 10 11 | . . . .");
}

TEST(Ivb, IssuesOnlyTheHalfWithActiveLanes) {
  EXPECT_EQ(lanes(CompactionPolicy::Ivb, 0x00f1), "0 . . . | 4 5 6 7");
  EXPECT_EQ(lanes(CompactionPolicy::Ivb, 0xf100), "8 . . . | 12 13 14 15");
  EXPECT_EQ(lanes(CompactionPolicy::Ivb, 0x0100), "8 . . . | . . . .");
}

// ISCA'13 section 5.2: of the patterns measured on the hardware only those with an empty half are
// faster.
TEST(Ivb, ExplainsTheMicrobenchmarksOfThePaper) {
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0x00ff) + cycles(CompactionPolicy::Ivb, 0xff00), 4U);
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0xff0f) + cycles(CompactionPolicy::Ivb, 0x00f0), 6U);
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0xf0f0) + cycles(CompactionPolicy::Ivb, 0x0f0f), 8U);
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0xaaaa) + cycles(CompactionPolicy::Ivb, 0x5555), 8U);
}

TEST(Ivb, NeverShortensSimd8) {
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0x0f, {8, 4}), 2U);
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0x0f, {8, 4, 64}), 4U);
}

TEST(Ivb, HalvesWiderWarpsToo) {
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0x0000'ffff, {32, 4}), 4U);
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0x0001'0000, {32, 8}), 2U);
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0x0001'8000, {32, 4}), 8U);
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, std::uint64_t{1} << 63, {64, 16}), 2U);
}

TEST(Ivb, NeedsAWholeNumberOfQuadsInEachHalf) {
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0x00ff, {16, 16}), 1U) << "a half is half a quad";
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0x0001, {20, 4}), 5U) << "a half is two and a half quads";
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0x0001, {18, 4}), 5U) << "the last quad is not full";
  EXPECT_EQ(cycles(CompactionPolicy::Ivb, 0x0001, {24, 4}), 3U);
}

TEST(Bcc, SkipsQuadWithNoActiveLane) {
  EXPECT_EQ(lanes(CompactionPolicy::Bcc, 0xf0f0), "4 5 6 7 | 12 13 14 15");
  EXPECT_EQ(lanes(CompactionPolicy::Bcc, 0x8001), "0 . . . | . . . 15");
}

TEST(Bcc, SkipsPairsOfDoublesAndOctetsOfHalves) {
  EXPECT_EQ(lanes(CompactionPolicy::Bcc, 0x00c1, {16, 4, 64}), "0 . | 6 7");
  EXPECT_EQ(lanes(CompactionPolicy::Bcc, 0x8100, {16, 4, 16}), "8 . . . . . . 15");
}

TEST(Scc, SkipsEmptyQuadsWhenThatIsEnough) {
  EXPECT_EQ(lanes(CompactionPolicy::Scc, 0xf0f0), "4 5 6 7 | 12 13 14 15");
  EXPECT_EQ(lanes(CompactionPolicy::Scc, 0x0700), "8 9 10 .");
}

TEST(Scc, MovesTheSurplusOfOnePositionToIdleOnes) {
  EXPECT_EQ(lanes(CompactionPolicy::Scc, 0x1111), "0 4 8 12");
  EXPECT_EQ(lanes(CompactionPolicy::Scc, 0x8888), "7 11 15 3");
}

TEST(Scc, DrainsOwnQueuesFirstAndFillsHolesInCycleOrder) {
  EXPECT_EQ(lanes(CompactionPolicy::Scc, 0xaaaa), "9 1 13 3 | 11 5 15 7");
}

TEST(SccFifo, BorrowsTheHeadOfTheSurplusQueue) {
  EXPECT_EQ(lanes(CompactionPolicy::SccFifo, 0x8888), "3 7 11 15");
  EXPECT_EQ(lanes(CompactionPolicy::SccFifo, 0xaaaa), "1 5 9 3 | 7 13 11 15");
}

TEST(Scc, CompactsDoublesInPairs) {
  EXPECT_EQ(lanes(CompactionPolicy::Scc, 0x1111, {16, 4, 64}), "0 8 | 4 12");
  EXPECT_EQ(lanes(CompactionPolicy::Scc, 0x00c1, {16, 4, 64}), "0 . | 6 7");
}

TEST(Scc, FillsPositionsThatThePartialLastQuadHasNot) {
  EXPECT_EQ(lanes(CompactionPolicy::Scc, 0b11'0001'0001, {10, 4}), "0 9 4 8");
}

TEST(Scc, LeavesAWarpAsWideAsTheAluAlone) {
  EXPECT_EQ(lanes(CompactionPolicy::Scc, 0b1001, {4, 16}), "0 . . 3");
  EXPECT_EQ(cycles(CompactionPolicy::Scc, 0xffff, {16, 64}), 1U);
}

TEST(Schedule, OfNoActiveLaneIsEmptyUnderEveryPolicy) {
  for (const CompactionPolicy name : all_of<CompactionPolicy>()) {
    const auto compactor = make_compactor(name);
    EXPECT_EQ(compactor->schedule(LaneMask(), {}).cycles(), 0U) << name_of(name);
    EXPECT_EQ(compactor->cycles(LaneMask(), {}), 0U) << name_of(name);
    EXPECT_TRUE(compactor->issued_lanes(LaneMask(), {}).none()) << name_of(name);
  }
  EXPECT_EQ(Schedule().cycles(), 0U);
}

TEST(Schedule, TellsQuadPositionAndPlaceOfASwizzledLane) {
  const Schedule schedule = make_compactor(CompactionPolicy::Scc)->schedule(LaneMask(0x1111), {});
  const Schedule::Slot slot = schedule.slot(0, 2);
  EXPECT_TRUE(slot.enabled());
  EXPECT_EQ(slot.quad, 2U);
  EXPECT_EQ(slot.position, 0U);
  EXPECT_EQ(schedule.place(8).cycle, 0U);
  EXPECT_EQ(schedule.place(8).position, 2U);
  EXPECT_EQ(schedule.swizzled_lanes(), 3U);
  EXPECT_EQ(schedule.enabled_positions(0), LaneMask(0b1111));
}

TEST(CompactorFactory, BuildsEveryNameThatItLists) {
  EXPECT_THAT(names_of<CompactionPolicy>(),
              IsSupersetOf({"none", "ivb", "bcc", "scc", "scc-fifo"}));
  for (const CompactionPolicy name : all_of<CompactionPolicy>()) {
    EXPECT_NE(make_compactor(name), nullptr) << name_of(name);
  }
}

}  // namespace
}  // namespace lanefold
