// SPDX-License-Identifier: Apache-2.0
// rtl/unswizzle.sv: every result goes to the lane that it was computed for, and nowhere else.
#include <gtest/gtest.h>

#include "tb/bench/bench.h"

namespace lanefold {
namespace {

class UnswizzleRtl : public testing::TestWithParam<QuadGeometry> {};

TEST_P(UnswizzleRtl, BringsTheResultOfEveryAluPositionToEveryLane) {
  expect_same_as_oracle(unswizzle_destinations(GetParam()));
}

TEST_P(UnswizzleRtl, WritesExactlyTheLanesThatAllPoliciesSchedule) {
  expect_same_as_oracle(unswizzle_schedules(GetParam(), 2000));
}

INSTANTIATE_TEST_SUITE_P(AllGeometries, UnswizzleRtl, testing::ValuesIn(rtl_geometries()),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace lanefold
