// SPDX-License-Identifier: Apache-2.0
// Places of __local variables that several kernels use.
#include "compiler/local_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lanefold {
namespace {

using ::testing::ElementsAre;

TEST(LocalLayout, KeepsTheOrderOfOneKernel) {
  const LocalLayout layout = lay_out_local({{10, 4, {0}}, {1, 1, {0}}, {8, 8, {0}}}, 1);
  EXPECT_THAT(layout.offsets, ElementsAre(0, 10, 16));
  EXPECT_THAT(layout.bytes, ElementsAre(24));
}

TEST(LocalLayout, GivesDifferentKernelsTheSamePlace) {
  const LocalLayout layout = lay_out_local({{100, 4, {0}}, {40, 4, {2}}}, 3);
  EXPECT_THAT(layout.offsets, ElementsAre(0, 0));
  EXPECT_THAT(layout.bytes, ElementsAre(100, 0, 40));
}

TEST(LocalLayout, PutsWhatIsSharedFirst) {
  const LocalLayout layout = lay_out_local({{100, 4, {0}}, {40, 4, {0, 1}}, {8, 4, {1}}}, 2);
  EXPECT_THAT(layout.offsets, ElementsAre(40, 0, 40));
  EXPECT_THAT(layout.bytes, ElementsAre(140, 48));
}

TEST(LocalLayout, LeavesAGapWhereKernelsShareInACircle) {
  const LocalLayout layout = lay_out_local({{4, 4, {0, 1}}, {4, 4, {1, 2}}, {4, 4, {0, 2}}}, 3);
  EXPECT_THAT(layout.offsets, ElementsAre(0, 4, 8));
  EXPECT_THAT(layout.bytes, ElementsAre(12, 8, 12));
}

}  // namespace
}  // namespace lanefold
