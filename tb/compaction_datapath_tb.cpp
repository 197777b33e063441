// SPDX-License-Identifier: Apache-2.0
// rtl/compaction_datapath.sv against its parts put together, cycle by cycle: instructions by the
// masks that programs make, and random streams of instructions, gaps, stalls and resets.
#include <gtest/gtest.h>

#include "tb/bench/bench.h"
#include "tb/bench/organisations.h"

namespace lanefold {
namespace {

class CompactionDatapathRtl : public testing::TestWithParam<OrganisedShape> {};

TEST_P(CompactionDatapathRtl, MovesOperandsAndResultsAsItsPartsDo) {
  const std::uint64_t cycles = random_masks(6'400'000 / GetParam().shape.lanes);
  const auto events = std::make_shared<DatapathEvents>();
  expect_same_as_oracle(datapath_comparison(GetParam().shape, GetParam().kind, cycles, events));
  if (!HasFailure()) {
    EXPECT_GE(events->results, cycles / 4);
    EXPECT_GE(events->stalls, cycles / 20);
  }
}

INSTANTIATE_TEST_SUITE_P(AllShapes, CompactionDatapathRtl, testing::ValuesIn(organised_shapes()),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace lanefold
