// SPDX-License-Identifier: Apache-2.0
// rtl/swizzle_crossbar.sv and rtl/wired_or_crossbar.sv: every ALU position gets the operand of the
// lane that it was told.
#include <gtest/gtest.h>

#include "tb/bench/bench.h"

namespace lanefold {
namespace {

class SwizzleCrossbarRtl : public testing::TestWithParam<QuadGeometry> {};
class WiredOrCrossbarRtl : public testing::TestWithParam<QuadGeometry> {};

TEST_P(SwizzleCrossbarRtl, BringsTheOperandOfEveryLaneToEveryAluPosition) {
  expect_same_as_oracle(crossbar_selections(CrossbarKind::Swizzle, GetParam()));
}
TEST_P(WiredOrCrossbarRtl, BringsTheOperandOfEveryLaneToEveryAluPosition) {
  expect_same_as_oracle(crossbar_selections(CrossbarKind::WiredOr, GetParam()));
}

constexpr std::uint64_t kRandomMasks = 2000;
TEST_P(SwizzleCrossbarRtl, FollowsTheSchedulesOfAllPolicies) {
  expect_same_as_oracle(crossbar_schedules(CrossbarKind::Swizzle, GetParam(), kRandomMasks));
}
TEST_P(WiredOrCrossbarRtl, FollowsTheSchedulesOfAllPolicies) {
  expect_same_as_oracle(crossbar_schedules(CrossbarKind::WiredOr, GetParam(), kRandomMasks));
}

const auto kNameOf = [](const auto& info) { return name_of(info.param); };
INSTANTIATE_TEST_SUITE_P(AllGeometries, SwizzleCrossbarRtl, testing::ValuesIn(rtl_geometries()),
                         kNameOf);
INSTANTIATE_TEST_SUITE_P(AllGeometries, WiredOrCrossbarRtl, testing::ValuesIn(rtl_geometries()),
                         kNameOf);

}  // namespace
}  // namespace lanefold
