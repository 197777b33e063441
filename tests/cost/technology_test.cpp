// SPDX-License-Identifier: Apache-2.0
// How areas and energies scale, by hand.
#include "tools/cost/technology.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lanefold/error.h"

namespace lanefold {
namespace {

TEST(Technology, ScalesSquareFeaturesAndGenerations) {
  EXPECT_DOUBLE_EQ(um2_of(1000, 32), 1000 * 0.032 * 0.032);
  EXPECT_DOUBLE_EQ(area_at(1, 130, 45), 0.49 * 0.49 * 0.49);  // 90, 65, 45
  EXPECT_DOUBLE_EQ(area_at(1, 45, 65), 1 / 0.49);
  EXPECT_DOUBLE_EQ(area_at(1, 32, 32), 1);
}

TEST(Technology, ReadsNodes) {
  EXPECT_EQ(technology_node("32"), 32U);
  EXPECT_THROW(technology_node(""), Error);
  EXPECT_THROW(technology_node("032"), Error);
  EXPECT_THROW(technology_node("99999999999999999999"), Error);
}

TEST(Technology, ScalesSwitchingEnergyByThePublishedFits) {
  const std::vector<double> parts{4.8702, 2.4825, 1.3013, 0.6989, 0.3674};  // of 130 to 32 nm
  for (std::size_t i = 0; i < parts.size(); ++i) {
    EXPECT_NEAR(switching_at(technology_nodes()[i]), parts[i] / 0.6989, 4e-4 * parts[i] / 0.6989);
  }
  // At 0.72 V, the fit of 32 nm has 0.2913, and that of 20 nm 0.1205; 22 nm is near the latter.
  const double expected = 0.1205 * std::pow(0.2913 / 0.1205, std::log(22 / 20.0) / std::log(1.6));
  EXPECT_NEAR(switching_at(22), expected / 0.6989, 1e-4);
}

TEST(Technology, ScalesStandardCellAreaFrom180Nm) {
  EXPECT_NEAR(switching_from_180nm(45), 0.6989 / (24.64 * 1.8 - 17.98), 1e-5);
  EXPECT_DOUBLE_EQ(switching_from_180nm(90), switching_from_180nm(45) * switching_at(90));
}

TEST(Technology, ScalesLeakageByOffCurrentSupplyAndWidth) {
  EXPECT_DOUBLE_EQ(supply_volts(45), 0.9);
  EXPECT_DOUBLE_EQ(leakage_at(45), 1);
  EXPECT_DOUBLE_EQ(leakage_at(90), 32.4 / 280 * 1.2 / 2);
  EXPECT_DOUBLE_EQ(leakage_at(22), 121.6 / 280 * 0.8 * 45 / 22);
}

TEST(Technology, RefusesANodeThatIsNoGeneration) {
  for (const auto& scaled : {+[] { return um2_of(1, 40); }, +[] { return area_at(1, 45, 40); },
                             +[] { return switching_at(40); }, +[] { return leakage_at(40); }}) {
    try {
      scaled();
      ADD_FAILURE() << "40 nm is no generation";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      EXPECT_STREQ(
          error.what(),
          "nothing is known of a technology node of '40' nm; valid: 130, 90, 65, 45, 32, 22");
    }
  }
}

}  // namespace
}  // namespace lanefold
