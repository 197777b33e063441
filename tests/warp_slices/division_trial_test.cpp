// SPDX-License-Identifier: Apache-2.0
// RobustDWS: what is kept after the interval in which slices divide (IPDPS'12 section VII-C).
#include "decisions/warp_slices/division_trial.h"

#include <gtest/gtest.h>

namespace lanefold {
namespace {

TEST(DivisionTrial, KeepsDivisionOnlyIfTasksTookFewerCyclesThanEver) {
  DivisionTrial trial;
  for (const std::uint64_t cycles : {99U, 100U, 101U}) {
    trial.start();
    trial.count({300, 2});
    trial.count({100, 1});
    trial.count({250, 2});
    EXPECT_FALSE(trial.running());
    trial.begin({8, 2});
    EXPECT_TRUE(trial.running());
    EXPECT_EQ(trial.chosen().text(), "8x2");
    EXPECT_EQ(trial.end({10 * cycles, 10}), cycles < 100);
    EXPECT_FALSE(trial.running());
  }
}

TEST(DivisionTrial, ForgetsAnEarlierLaunch) {
  DivisionTrial trial;
  trial.start();
  trial.count({1, 1});
  trial.begin({8, 2});
  trial.start();
  EXPECT_FALSE(trial.running());
  trial.count({100, 1});
  trial.begin({4, 4});
  EXPECT_TRUE(trial.end({99, 1}));
}

}  // namespace
}  // namespace lanefold
