// SPDX-License-Identifier: Apache-2.0
// rtl/operand_latch.sv: a quad takes what is at its input when it is written, and holds it else.
#include <gtest/gtest.h>

#include "tb/bench/bench.h"

namespace lanefold {
namespace {

class OperandLatchRtl : public testing::TestWithParam<QuadGeometry> {};

TEST_P(OperandLatchRtl, LatchesWrittenQuadsAndHoldsTheRest) {
  constexpr std::uint64_t kRandomCycles = 20'000;
  expect_same_as_oracle(operand_latch_comparison(GetParam(), kRandomCycles));
}

INSTANTIATE_TEST_SUITE_P(AllGeometries, OperandLatchRtl, testing::ValuesIn(rtl_geometries()),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace lanefold
