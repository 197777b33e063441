// SPDX-License-Identifier: Apache-2.0
// rtl/exec_mask.sv against execution_mask(): which lanes are active, and whether none is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/bench/bench.h"

namespace lanefold {
namespace {

class ExecMask : public testing::TestWithParam<unsigned> {};

TEST_P(ExecMask, ActivatesLanesThatAllThreeMasksEnable) {
  expect_same_as_oracle(exec_mask_comparison(GetParam(), random_masks(1'000'000)));
}

TEST_P(ExecMask, AgreesOnEveryCombinationOfEightLanes) {
  constexpr unsigned kLanes = 8;
  if (GetParam() != kLanes) {
    GTEST_SKIP() << "2^" << 3 * GetParam() << " combinations are too many";
  }
  expect_same_as_oracle(exec_mask_combinations(kLanes));
}

INSTANTIATE_TEST_SUITE_P(AllLaneCounts, ExecMask, testing::ValuesIn(rtl_lane_counts()),
                         [](const auto& info) { return fmt::format("Lanes{}", info.param); });

}  // namespace
}  // namespace lanefold
