// SPDX-License-Identifier: Apache-2.0
// rtl/warp_slice_table.sv against the SliceTable, cycle by cycle: the masks that programs make are
// split off and merge, and random streams of divisions by any width, of splits and of merges.
#include <gtest/gtest.h>

#include "tb/bench/bench.h"

namespace lanefold {
namespace {

class WarpSliceTableRtl : public testing::TestWithParam<SlicedCore> {};

TEST_P(WarpSliceTableRtl, HoldsWhatTheModelHoldsInEveryCycle) {
  const std::uint64_t cycles = random_masks(1'000'000);
  const auto events = std::make_shared<SliceEvents>();
  expect_same_as_oracle(warp_slice_table_comparison(GetParam(), cycles, events));
  if (HasFailure()) return;
  EXPECT_GE(events->divided, cycles / 100);
  EXPECT_GE(events->split, cycles / 20);
  EXPECT_GE(events->merged, cycles / 20);
  EXPECT_GE(events->refused, cycles / 20);
}

INSTANTIATE_TEST_SUITE_P(AllSlicedCores, WarpSliceTableRtl, testing::ValuesIn(rtl_sliced_cores()),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace lanefold
