// SPDX-License-Identifier: Apache-2.0
// rtl/scc_pipeline.sv against the policy of scc_control (ISCA'13 section 4.2), a mask a cycle.
#include "tb/bench/control_block.h"

namespace lanefold {
namespace {

class SccPipeline : public ControlBlockBench {};

TEST_P(SccPipeline, AnswersEachMaskInTheNextCycle) { expect_pipeline(); }

INSTANTIATE_TEST_SUITE_P(AllGeometries, SccPipeline, testing::ValuesIn(rtl_geometries()),
                         geometry_name);

}  // namespace
}  // namespace lanefold
