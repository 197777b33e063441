// SPDX-License-Identifier: Apache-2.0
// rtl/register_banks.sv against BankReads, cycle by cycle: the lanes that programs fetch, and
// random streams of instructions, gaps, stalls and resets.
#include <gtest/gtest.h>

#include "tb/bench/bench.h"
#include "tb/bench/organisations.h"

namespace lanefold {
namespace {

class RegisterBanksRtl : public testing::TestWithParam<OrganisedShape> {};

TEST_P(RegisterBanksRtl, ReadsTheModelsRowsInEveryCycle) {
  const std::uint64_t cycles = random_masks(16'000'000 / GetParam().shape.lanes);
  const auto rows = std::make_shared<std::uint64_t>();
  expect_same_as_oracle(register_banks_comparison(GetParam().shape, GetParam().kind, cycles, rows));
  if (!HasFailure()) {
    EXPECT_GE(*rows, cycles / 2);
  }
}

INSTANTIATE_TEST_SUITE_P(AllShapes, RegisterBanksRtl, testing::ValuesIn(organised_shapes()),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace lanefold
