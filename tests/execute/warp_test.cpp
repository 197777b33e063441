// SPDX-License-Identifier: Apache-2.0
// What a warp knows of its lanes.
#include "decisions/execute/warp.h"

#include <gtest/gtest.h>

namespace lanefold {
namespace {

TEST(Warp, TellsWhenALaneHasMissedMoreOftenThanAnyBefore) {
  CoreConfig core;
  core.warp_width = 16;
  Warp warp(core, MemoryConfig{});
  EXPECT_TRUE(warp.misses().count(LaneMask(0b0011)));
  EXPECT_FALSE(warp.misses().count(LaneMask(0b0100))) << "as often as the first two";
  EXPECT_TRUE(warp.misses().count(LaneMask(0b1100)));
  EXPECT_FALSE(warp.misses().count(LaneMask(0b1001)));
  EXPECT_TRUE(warp.misses().count(LaneMask(0b1111)));
}

}  // namespace
}  // namespace lanefold
