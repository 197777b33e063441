// SPDX-License-Identifier: Apache-2.0
// The masks that programs make: which they are, and that compaction has its longest lists for them.
#include "twins/bench/program_masks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include "lanefold/compactor.h"

namespace lanefold {
namespace {

using Bits = std::set<std::uint64_t>;

Bits bits_of(const std::vector<LaneMask>& masks) {
  Bits bits;
  for (const LaneMask mask : masks) bits.insert(mask.bits());
  return bits;
}

class ProgramMasks : public testing::TestWithParam<unsigned> {
 protected:
  const unsigned lanes_ = GetParam();
  const std::uint64_t all_ = LaneMask::first(lanes_).bits();
  const std::vector<LaneMask> masks_ = program_masks(lanes_);
  const Bits bits_ = bits_of(masks_);

  bool contains(std::uint64_t bits) const { return bits_.count(bits & all_) != 0; }
};

TEST_P(ProgramMasks, AreOfTheseLanesEachOnce) {
  EXPECT_EQ(bits_.size(), masks_.size());
  EXPECT_LE(*bits_.rbegin(), all_);
}

TEST_P(ProgramMasks, ComeWithTheirRotationsAndTheOtherLanes) {
  for (const std::uint64_t bits : bits_) {
    ASSERT_TRUE(contains(~bits)) << std::hex << bits;
    ASSERT_TRUE(contains(bits << 1 | bits >> (lanes_ - 1))) << std::hex << bits;
  }
}

TEST_P(ProgramMasks, ContainThoseWithoutRotations) {
  const Bits upright = bits_of(program_masks(lanes_, Rotations::None));
  EXPECT_TRUE(std::includes(bits_.begin(), bits_.end(), upright.begin(), upright.end()));
}

TEST_P(ProgramMasks, ContainRegularOnes) {
  for (const std::uint64_t bits :
       {0x0ULL, 0x3333333333333333ULL, 0x5555555555555555ULL, 0x6666666666666666ULL,
        0xccccccccccccccccULL, 0x9249249249249249ULL, 0xff00ff00ff00ff00ULL}) {
    EXPECT_TRUE(contains(bits)) << std::hex << bits;
  }
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    EXPECT_TRUE(contains(LaneMask::lane(lane).bits())) << lane;
    EXPECT_TRUE(contains(LaneMask::first(lane).bits())) << lane;
  }
}

/// Nested if/else on the lowest bits of the lane number, as in the workload divergence-pattern.
TEST_P(ProgramMasks, ContainThePathsOfNestedBranches) {
  for (unsigned paths = 1; paths <= 16; paths *= 2) {
    for (unsigned path = 0; path < paths; ++path) {
      LaneMask mask;
      for (unsigned lane = path; lane < lanes_; lane += paths) mask.set(lane);
      EXPECT_TRUE(contains(mask.bits())) << path << " of " << paths;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfLanes, ProgramMasks, testing::Values(1, 7, 8, 16, 24, 32, 50, 64),
                         testing::PrintToStringParamName());

TEST(ProgramMaskCounts, AreBounded) {
  const auto count = [](unsigned lanes, Rotations rotations) {
    return program_masks(lanes, rotations).size();
  };
  EXPECT_EQ(count(8, Rotations::All), 192U);
  EXPECT_EQ(count(16, Rotations::All), 1'600U);
  EXPECT_EQ(count(32, Rotations::All), 9'280U);
  EXPECT_EQ(count(64, Rotations::All), 47'360U);
  EXPECT_EQ(count(8, Rotations::None), 90U);
  EXPECT_EQ(count(16, Rotations::None), 306U);
  EXPECT_EQ(count(32, Rotations::None), 976U);
  EXPECT_EQ(count(64, Rotations::None), 3'160U);
}

/// The most lanes that must be swizzled in any instruction of so many cycles: as many positions as
/// there can be are full, and one has the rest.
unsigned most_swizzled(unsigned cycles, const QuadGeometry& geometry) {
  const unsigned lanes = cycles * geometry.positions();
  const unsigned rest = lanes % geometry.quads();
  return lanes / geometry.quads() * (geometry.quads() - cycles) +
         (rest > cycles ? rest - cycles : 0);
}

struct Shape {
  unsigned lanes, alu_width;
};

class ProgramMasksOfShape : public testing::TestWithParam<Shape> {};

// Five million random masks of 64 lanes on a four-wide ALU swizzle 9 of 16 lanes at most.
TEST_P(ProgramMasksOfShape, SwizzleAsManyLanesAsAnyMaskInAnyNumberOfCycles) {
  const auto scc = make_compactor(CompactionPolicy::Scc);
  for (const unsigned bits : {16U, 32U, 64U}) {
    const QuadGeometry geometry(GetParam().lanes, GetParam().alu_width, bits);
    std::vector<unsigned> most(geometry.quads() + 1), expected(most);
    for (const LaneMask mask : program_masks(geometry.lanes())) {
      unsigned& so_far = most[scc->cycles(mask, geometry)];
      so_far = std::max(so_far, scc->swizzled_lanes(mask, geometry));
    }
    for (unsigned cycles = 1; cycles <= geometry.quads(); ++cycles) {
      expected[cycles] = most_swizzled(cycles, geometry);
    }
    EXPECT_EQ(most, expected) << bits << " bits";
  }
}

INSTANTIATE_TEST_SUITE_P(OfRtl, ProgramMasksOfShape,
                         testing::Values(Shape{8, 4}, Shape{16, 4}, Shape{32, 4}, Shape{32, 8},
                                         Shape{64, 4}, Shape{64, 8}, Shape{64, 16}),
                         [](const auto& info) {
                           return std::to_string(info.param.lanes) + "LanesOn" +
                                  std::to_string(info.param.alu_width);
                         });

}  // namespace
}  // namespace lanefold
