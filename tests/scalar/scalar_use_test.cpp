// SPDX-License-Identifier: Apache-2.0
// What scalar execution costs in bits.
#include "decisions/scalar/scalar_use.h"

#include <gtest/gtest.h>

#include "lanefold/error.h"

namespace lanefold {
namespace {

CoreConfig core_with(const std::string& scalar, const std::string& knowledge = "static") {
  CoreConfig core;
  core.scalar = scalar;
  core.scalar_knowledge = knowledge;
  return core;
}

TEST(ScalarStorage, IsARowAndATagForEachRegisterOfEachWarp) {
  const ScalarStorage storage = storage_of_scalars(core_with("energy"));
  EXPECT_EQ(storage.row_bits, 6U * 64 * 32);
  EXPECT_EQ(storage.tag_bits, 6U * 64);
  EXPECT_EQ(storage.comparators, 0U);
}

TEST(ScalarStorage, HasWiderRowsForDoubles) {
  const ScalarStorage storage = storage_of_scalars(core_with("pipe", "dynamic"), 64);
  EXPECT_EQ(storage.row_bits, 6U * 32 * (32 + 64));
  EXPECT_EQ(storage.comparators, 3U * 15 * 2);
}

TEST(ScalarStorage, IsThatOfSlicesWhereWarpsAreDivided) {
  CoreConfig core = core_with("energy");
  core.simd = "8x4";
  EXPECT_EQ(storage_of_scalars(core).tag_bits, 12U * 64);
}

TEST(ScalarStorage, ComparesEachOperandWithItsNeighbour) {
  EXPECT_EQ(storage_of_scalars(core_with("one-cycle", "dynamic")).comparators, 3U * 15);
}

TEST(ScalarStorage, IsNothingForACoreWithoutIt) {
  const ScalarStorage storage = storage_of_scalars(core_with("off", "dynamic"));
  EXPECT_EQ(storage.row_bits + storage.tag_bits + storage.comparators, 0U);
}

TEST(ScalarUse, RefusesAWayThatThereIsNot) {
  try {
    scalar_use(core_with("free"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "core.scalar: 'free' is unknown; valid: off, energy, one-cycle, pipe");
  }
}

TEST(ScalarUse, AddsALaneForTheScalarPipe) {
  EXPECT_EQ(alu_lanes(core_with("one-cycle")), 8U);
  EXPECT_EQ(alu_lanes(core_with("pipe")), 9U);
}

}  // namespace
}  // namespace lanefold
