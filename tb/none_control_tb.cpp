// SPDX-License-Identifier: Apache-2.0
// rtl/none_control.sv against the policy `none`.
#include "tb/bench/control_block.h"

namespace lanefold {
namespace {

class NoneControl : public ControlBlockBench {};

TEST_P(NoneControl, IssuesEveryQuadInTurn) { expect_policy(ControlBlock::None); }

INSTANTIATE_TEST_SUITE_P(AllGeometries, NoneControl, testing::ValuesIn(rtl_geometries()),
                         geometry_name);

}  // namespace
}  // namespace lanefold
