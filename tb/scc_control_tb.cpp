// SPDX-License-Identifier: Apache-2.0
// Both architectures of rtl/scc_control.sv against the policies that they implement (ISCA'13
// section 4.2).
#include "tb/bench/control_block.h"

namespace lanefold {
namespace {

class SccControl : public ControlBlockBench {};

TEST_P(SccControl, ParallelAgreesWithTheCanonicalOrder) {
  expect_policy(ControlBlock::SccParallel);
}
TEST_P(SccControl, FifoAgreesWithTheFigureReadLiterally) { expect_policy(ControlBlock::SccFifo); }

INSTANTIATE_TEST_SUITE_P(AllGeometries, SccControl, testing::ValuesIn(rtl_geometries()),
                         geometry_name);

}  // namespace
}  // namespace lanefold
