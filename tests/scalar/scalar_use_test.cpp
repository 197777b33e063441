// SPDX-License-Identifier: Apache-2.0
// What scalar execution costs in bits.
#include "decisions/scalar/scalar_use.h"

#include <gtest/gtest.h>

namespace lanefold {
namespace {

CoreConfig core_with(ScalarExecution scalar, KnowledgeSource knowledge = KnowledgeSource::Static) {
  CoreConfig core;
  core.scalar.execution = scalar;
  core.scalar.knowledge = knowledge;
  return core;
}

TEST(ScalarStorage, IsARowAndATagForEachRegisterOfEachWarp) {
  const ScalarStorage storage = storage_of_scalars(core_with(ScalarExecution::Energy));
  EXPECT_EQ(storage.row_bits, 6U * 64 * 32);
  EXPECT_EQ(storage.tag_bits, 6U * 64);
  EXPECT_EQ(storage.comparators, 0U);
}

TEST(ScalarStorage, HasWiderRowsForDoubles) {
  const ScalarStorage storage =
      storage_of_scalars(core_with(ScalarExecution::Pipe, KnowledgeSource::Dynamic), 64);
  EXPECT_EQ(storage.row_bits, 6U * 32 * (32 + 64));
  EXPECT_EQ(storage.comparators, 3U * 15 * 2);
}

TEST(ScalarStorage, IsThatOfSlicesWhereWarpsAreDivided) {
  CoreConfig core = core_with(ScalarExecution::Energy);
  core.simd = "8x4";
  EXPECT_EQ(storage_of_scalars(core).tag_bits, 12U * 64);
}

TEST(ScalarStorage, ComparesEachOperandWithItsNeighbour) {
  EXPECT_EQ(storage_of_scalars(core_with(ScalarExecution::OneCycle, KnowledgeSource::Dynamic))
                .comparators,
            3U * 15);
}

TEST(ScalarStorage, IsNothingForACoreWithoutIt) {
  const ScalarStorage storage =
      storage_of_scalars(core_with(ScalarExecution::Off, KnowledgeSource::Dynamic));
  EXPECT_EQ(storage.row_bits + storage.tag_bits + storage.comparators, 0U);
}

TEST(ScalarUse, AddsALaneForTheScalarPipe) {
  EXPECT_EQ(alu_lanes(core_with(ScalarExecution::OneCycle)), 8U);
  EXPECT_EQ(alu_lanes(core_with(ScalarExecution::Pipe)), 9U);
}

}  // namespace
}  // namespace lanefold
