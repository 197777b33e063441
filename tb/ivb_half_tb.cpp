// SPDX-License-Identifier: Apache-2.0
// rtl/ivb_half.sv against the policy `ivb` (ISCA'13 section 2.2).
#include "tb/bench/control_block.h"

namespace lanefold {
namespace {

class IvbHalf : public ControlBlockBench {};

TEST_P(IvbHalf, SkipsAnIdleHalf) { expect_policy(ControlBlock::Ivb); }

INSTANTIATE_TEST_SUITE_P(AllGeometries, IvbHalf, testing::ValuesIn(rtl_geometries()),
                         geometry_name);

}  // namespace
}  // namespace lanefold
