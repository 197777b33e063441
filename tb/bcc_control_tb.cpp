// SPDX-License-Identifier: Apache-2.0
// rtl/bcc_control.sv against the policy `bcc` (ISCA'13 section 4.1).
#include "tb/bench/control_block.h"

namespace lanefold {
namespace {

class BccControl : public ControlBlockBench {};

TEST_P(BccControl, SkipsIdleQuads) { expect_policy(ControlBlock::Bcc); }

INSTANTIATE_TEST_SUITE_P(AllGeometries, BccControl, testing::ValuesIn(rtl_geometries()),
                         geometry_name);

}  // namespace
}  // namespace lanefold
