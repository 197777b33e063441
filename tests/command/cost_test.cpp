// SPDX-License-Identifier: Apache-2.0
// `lanefold cost` as its users call it.
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace lanefold {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

class CostCommand : public Command {};

TEST_F(CostCommand, ListsEachStructureWithItsFieldsAndSaysWhatTheMachineHas) {
  const std::string text = lanefold("cost --machine manycore-dom --set core.on_miss=slip").out;
  EXPECT_THAT(text, HasSubstr("storage of a core of manycore-dom"));
  EXPECT_THAT(text, HasSubstr("\nDiverge on Miss (core.on_miss=slip) "));
  EXPECT_THAT(text, ContainsRegex("memory divergence table: pc 32, lanes 32 .* 16   yes  .*SC'09"));
  EXPECT_THAT(text, HasSubstr("  memory divergence table: pc 32, lanes 32 "));
  EXPECT_THAT(text, HasSubstr("\nRobust SIMD (core.adaptation=dwrep) "));
}

TEST_F(CostCommand, PrintsThePapersStorageAsJson) {
  const auto root = nlohmann::json::parse(
      lanefold("cost --machine mv5-wpu --set core.warps=2 --set core.warp_width=32 --set "
               "core.slices=8 --pc-bits 64 --json")
          .out);
  EXPECT_EQ(root["schema"], "lanefold.cost/1");
  EXPECT_EQ(root["pc_bits"], 64);
  unsigned bytes = 0;
  for (const auto& structure : root["structures"]) {
    if (structure["mechanism"] == "Robust SIMD") bytes += structure["bytes"].get<unsigned>();
  }
  EXPECT_EQ(bytes, 1156U);  // the paper adds up 112, 1024 and 20 to 1164
}

TEST_F(CostCommand, RefusesWhatCannotBe) {
  expect_refusal("cost --pc-bits 65", 2, "--pc-bits: Value 65 not in range");
  expect_refusal("cost --machine ivb-ue", 3, "did you mean 'ivb-eu'?");
  expect_refusal("cost bfs", 2, "'bfs' is one word too many");
}

}  // namespace
}  // namespace lanefold
