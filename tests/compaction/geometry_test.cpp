// SPDX-License-Identifier: Apache-2.0
// How warps are cut into quads, for every shape that can be built.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lanefold/error.h"
#include "lanefold/quad_geometry.h"

namespace lanefold {
namespace {

using testing::HasSubstr;

/// Runs `check` for every warp width, ALU width and operand size.
template <class Check>
void for_each_geometry(Check&& check) {
  for (unsigned bits : {16U, 32U, 64U}) {
    for (unsigned lanes = 1; lanes <= 64; ++lanes) {
      for (unsigned alu = 1; alu <= 64; ++alu) {
        check(QuadGeometry(lanes, alu, bits));
      }
    }
  }
}

TEST(QuadGeometry, TakesFourLanesAPassForSingleTwoForDoubleAndEightForHalfPrecision) {
  EXPECT_EQ(QuadGeometry(16, 4, 32).quad_lanes(), 4U);
  EXPECT_EQ(QuadGeometry(16, 4, 64).quad_lanes(), 2U);
  EXPECT_EQ(QuadGeometry(16, 4, 16).quad_lanes(), 8U);
  EXPECT_EQ(QuadGeometry(16, 4, 32).quads(), 4U);
  EXPECT_EQ(QuadGeometry(16, 4, 64).quads(), 8U);
  EXPECT_EQ(QuadGeometry(16, 4, 16).quads(), 2U);
}

TEST(QuadGeometry, IsSimd16OnAFourWideAluUnlessTold) {
  const QuadGeometry geometry;
  EXPECT_EQ(geometry.lanes(), 16U);
  EXPECT_EQ(geometry.alu_width(), 4U);
  EXPECT_EQ(geometry.operand_bits(), 32U);
}

TEST(QuadGeometry, GivesAOneWideAluOneDoubleAtATime) {
  EXPECT_EQ(QuadGeometry(8, 1, 64).quad_lanes(), 1U);
  EXPECT_EQ(QuadGeometry(8, 1, 64).quads(), 8U);
}

TEST(QuadGeometry, RoundsUpToAPartlyFilledLastQuad) {
  const QuadGeometry geometry(10, 4);
  EXPECT_EQ(geometry.quads(), 3U);
  EXPECT_EQ(geometry.quad(2), LaneMask(0b11'0000'0000));
  EXPECT_EQ(geometry.position(1), LaneMask(0b10'0010'0010));
  EXPECT_EQ(geometry.position(3), LaneMask(0b00'1000'1000));
}

TEST(QuadGeometry, NamesQuadAndPositionOfALane) {
  const QuadGeometry geometry(32, 8);
  EXPECT_EQ(geometry.quad_of(19), 2U);
  EXPECT_EQ(geometry.position_of(19), 3U);
}

TEST(QuadGeometry, CutsEveryWarpIntoQuadsAndPositionsWithoutGapOrOverlap) {
  for_each_geometry([](const QuadGeometry& geometry) {
    std::uint64_t quads = 0;
    std::uint64_t positions = 0;
    for (unsigned quad = 0; quad < geometry.quads(); ++quad) {
      ASSERT_EQ(quads & geometry.quad(quad).bits(), 0U);
      quads |= geometry.quad(quad).bits();
    }
    for (unsigned position = 0; position < geometry.positions(); ++position) {
      ASSERT_EQ(positions & geometry.position(position).bits(), 0U);
      positions |= geometry.position(position).bits();
    }
    ASSERT_EQ(quads, geometry.all_lanes().bits());
    ASSERT_EQ(positions, geometry.all_lanes().bits());
  });
}

TEST(QuadGeometry, DividesEveryLaneCountExactly) {
  for_each_geometry([](const QuadGeometry& geometry) {
    for (unsigned count = 0; count <= 64; ++count) {
      const unsigned quad = geometry.quad_lanes();
      ASSERT_EQ(geometry.passes(count), count / quad + (count % quad != 0 ? 1 : 0));
    }
  });
}

TEST(QuadGeometry, FindsTheQuadOfEverySingleLane) {
  for_each_geometry([](const QuadGeometry& geometry) {
    for (unsigned lane = 0; lane < geometry.lanes(); ++lane) {
      const LaneMask mask = LaneMask::lane(lane);
      ASSERT_EQ(geometry.active_quads(mask), 1U);
      ASSERT_EQ(geometry.whole_quads(mask), geometry.quad(geometry.quad_of(lane)));
    }
    ASSERT_EQ(geometry.active_quads(geometry.all_lanes()), geometry.quads());
    ASSERT_EQ(geometry.whole_quads(geometry.all_lanes()), geometry.all_lanes());
    ASSERT_EQ(geometry.active_quads(LaneMask()), 0U);
    ASSERT_TRUE(geometry.whole_quads(LaneMask()).none());
  });
}

struct Impossible {
  unsigned lanes, alu_width, operand_bits;
  const char* named;
};

TEST(QuadGeometry, RejectsImpossibleGeometriesWithTheValidOnes) {
  const Impossible shapes[] = {{0, 4, 32, "warp of 0 lanes"}, {65, 4, 32, "warp of 65 lanes"},
                               {16, 0, 32, "ALU of 0 lanes"}, {16, 65, 32, "ALU of 65 lanes"},
                               {16, 4, 8, "16, 32 and 64"},   {16, 4, 128, "operands of 128 bits"}};
  for (const Impossible& shape : shapes) {
    try {
      const QuadGeometry geometry(shape.lanes, shape.alu_width, shape.operand_bits);
      ADD_FAILURE() << "accepted " << shape.named << " with " << geometry.quads() << " quads";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Configuration);
      EXPECT_THAT(error.what(), HasSubstr(shape.named));
    }
  }
}

}  // namespace
}  // namespace lanefold
