// SPDX-License-Identifier: Apache-2.0
// `core.simd`: what it can be, and what it means.
#include "decisions/warp_slices/simd_configuration.h"

#include <gtest/gtest.h>

#include "tests/support/refusal.h"

namespace lanefold {
namespace {

CoreConfig core(const std::string& simd) {
  CoreConfig config;
  config.warp_width = 32;
  config.warps = 2;
  config.slices = 8;
  config.simd = simd;
  return config;
}

TEST(SimdConfiguration, IsWidthAndDepth) {
  const auto simd = parse_simd("12x3");
  ASSERT_TRUE(simd);
  EXPECT_EQ(simd->width, 12U);
  EXPECT_EQ(simd->depth, 3U);
  EXPECT_EQ(simd->text(), "12x3");
}

TEST(SimdConfiguration, IsNothingElse) {
  for (const char* text : {"", "x", "8", "8x", "x4", "0x4", "8x0", "65x1", "8x65", "8x4x2", "08x4",
                           "8x 4", "8X4", "-8x4", "8x0x4", "warps"}) {
    EXPECT_FALSE(parse_simd(text)) << text;
  }
}

TEST(SimdConfiguration, OfWarpsIsAllOfThemAsTheyAre) {
  EXPECT_FALSE(divides_warps(core("warps")));
  EXPECT_EQ(simd_of(core("warps")).text(), "32x2");
  EXPECT_EQ(slots_of(core("warps")), 2U);
}

TEST(SimdConfiguration, IsThatOfWarpsWhereACoreAdapts) {
  CoreConfig config = core("4x4");
  config.adaptation.strategy = AdaptationStrategy::Dwrep;
  EXPECT_EQ(simd_of(config).text(), "32x2");
  validate_simd(config);
  config.simd = "4";
  EXPECT_THROW(validate_simd(config), Error);
}

TEST(SimdConfiguration, NeedsASlotForEachSlice) {
  EXPECT_EQ(slots_of(core("8x4")), 8U);
  EXPECT_EQ(slots_of(core("12x2")), 6U) << "12, 12 and 8 lanes of each warp";
  EXPECT_EQ(slots_of(core("32x1")), 2U);
}

TEST(SimdConfiguration, IsRefusedWithASentenceWhereItDoesNotFit) {
  const auto sentence = [](const std::string& simd) {
    return refusal(ErrorKind::Configuration, [&] { validate_simd(core(simd)); });
  };
  EXPECT_EQ(sentence("8"),
            "core.simd is '8' but must be 'warps', or the width and the depth, as in 8x4; valid: 1 "
            "to 64 of each");
  EXPECT_EQ(sentence("64x1"),
            "core.simd is '64x1' but core.warp_width is 32: a slice has at most the lanes of a "
            "warp");
  EXPECT_EQ(sentence("4x4"), "core.simd is '4x4' but that takes 16 slices, and core.slices is 8");
  EXPECT_EQ(sentence("16x5"),
            "core.simd is '16x5' but there are 4 slices of that width: the depth is at most that");
  validate_simd(core("16x4"));
}

TEST(SimdConfiguration, OfSmallLaunchesIsAnyOrWholeWarps) {
  CoreConfig config = core("warps");
  EXPECT_EQ(small_launch_simd(config).text(), "8x2");
  config.adaptation.small_launches = "warps";
  EXPECT_EQ(small_launch_simd(config).text(), "32x2");
  config.adaptation.small_launches = "8";
  EXPECT_EQ(
      refusal(ErrorKind::Configuration, [&] { validate_simd(config); }),
      "core.adaptation.small_launches is '8' but must be 'warps', or the width and the depth, "
      "as in 8x2; valid: 1 to 64 of each");
}

TEST(SimdConfiguration, IsRefusedWhereSlicesCannotDivide) {
  CoreConfig config = core("warps");
  config.on_branch = OnBranch::Divide;
  validate_simd(config);
  config.slices = config.warps - 1;
  EXPECT_EQ(refusal(ErrorKind::Configuration, [&] { validate_simd(config); }),
            "core.slices is 1 but must be at least core.warps, which is 2, with "
            "core.on_branch=divide");
  config.slices = 64;
  config.on_miss = OnMiss::Slip;
  EXPECT_EQ(refusal(ErrorKind::Configuration, [&] { validate_simd(config); }),
            "core.on_branch is divide but core.on_miss is slip: slices that leave lanes behind at "
            "loads do not divide; valid with it: stall-on-use, block, divide");
}

}  // namespace
}  // namespace lanefold
