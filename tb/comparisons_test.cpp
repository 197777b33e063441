// SPDX-License-Identifier: Apache-2.0
// What `lanefold cosim` compares, on the RTL of this build.
#include "twins/bench/comparisons.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "lanefold/error.h"
#include "twins/verilated/rtl_models.h"

namespace lanefold {
namespace {

TEST(Comparisons, OfEveryModelBeginWithoutADifference) {
  constexpr std::uint64_t kSteps = 100;
  for (const RtlModel& model : rtl_models()) {
    for (Comparison& comparison : comparisons_of(model, kSteps)) {
      EXPECT_GE(comparison.steps, kSteps) << model.module << ", " << comparison.tried;
      comparison.steps = kSteps;
      EXPECT_FALSE(first_difference(comparison, {})) << model.module << ", " << model.shape;
    }
  }
}

TEST(Comparisons, LookAtTheModelsOfTheirStart) {
  const auto of = [](const std::string& module) {
    const auto found = std::find_if(rtl_models().begin(), rtl_models().end(),
                                    [&](const RtlModel& model) { return model.module == module; });
    return *found;
  };
  RtlModel half = of("ivb_half");
  const Comparison bcc = comparisons_of(of("bcc_control"), 100).front();
  EXPECT_FALSE(first_difference(bcc, {}));
  half.module = "bcc_control";
  const auto difference = first_difference(bcc, {1, {half}});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->mismatch.field, "cycles_o");
  EXPECT_EQ(difference->unit, "mask number");
}

TEST(Comparisons, RefuseAModuleThatNobodyKnows) {
  EXPECT_THROW(comparisons_of({"alu", "", {16, 4, 0}, nullptr}, 100), Error);
}

}  // namespace
}  // namespace lanefold
