// SPDX-License-Identifier: Apache-2.0
// rtl/asu.sv against the Adaptation: every search of a few intervals, and random searches, cycle by
// cycle.
#include <gtest/gtest.h>

#include "tb/bench/bench.h"

namespace lanefold {
namespace {

class AsuRtl : public testing::TestWithParam<SlicedCore> {};

TEST_P(AsuRtl, SearchesAsTheModelInEveryCycleOfARandomStream) {
  const std::uint64_t cycles = random_masks(2'000'000);
  const auto events = std::make_shared<AsuEvents>();
  expect_same_as_oracle(asu_comparison(GetParam(), cycles, events));
  if (HasFailure()) return;
  EXPECT_GE(events->converged, cycles / 2000);
  EXPECT_GE(events->longest, 10U);
}

TEST_P(AsuRtl, MatchesTheModelForAnyFirstIntervals) {
  constexpr std::uint64_t kDeep = 50;
  expect_same_as_oracle(asu_searches(GetParam(), random_masks(kDeep) == kDeep ? 6 : 4));
}

INSTANTIATE_TEST_SUITE_P(AllSlicedCores, AsuRtl, testing::ValuesIn(rtl_sliced_cores()),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace lanefold
