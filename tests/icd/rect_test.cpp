// SPDX-License-Identifier: Apache-2.0
// Boxes of bytes in memory: layouts, and overlaps against marking every byte.
#include "apps/icd/rect.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "apps/icd/api_error.h"

namespace lanefold::icd {
namespace {

cl_int code_of(const Extent& origin, const Extent& region, std::size_t row, std::size_t slice) {
  return guarded([&] { layout_of(origin.data(), region.data(), row, slice); });
}

TEST(Rect, PitchesOfZeroLeaveNoGaps) {
  const Extent origin{3, 2, 1};
  const Extent region{8, 4, 2};
  const RectLayout layout = layout_of(origin.data(), region.data(), 0, 0);
  EXPECT_EQ(layout.row_pitch, 8U);
  EXPECT_EQ(layout.slice_pitch, 32U);
  EXPECT_EQ(layout.row(0, 0), 3U + 2 * 8 + 32);
  EXPECT_EQ(layout.row(3, 1), layout.row(0, 0) + 3 * 8 + 32);
  EXPECT_EQ(end_of(layout, region), layout.row(3, 1) + 8);
}

TEST(Rect, RefusesPitchesThatCannotBe) {
  const Extent zero{0, 0, 0};
  EXPECT_EQ(code_of(zero, {8, 4, 2}, 8, 32), CL_SUCCESS);
  EXPECT_EQ(code_of(zero, {8, 4, 2}, 7, 0), CL_INVALID_VALUE);
  EXPECT_EQ(code_of(zero, {8, 4, 2}, 8, 31), CL_INVALID_VALUE);
  EXPECT_EQ(code_of(zero, {8, 4, 2}, 10, 45), CL_INVALID_VALUE) << "no whole number of rows";
  EXPECT_EQ(code_of(zero, {8, 0, 2}, 0, 0), CL_INVALID_VALUE);
  EXPECT_EQ(code_of(zero, {SIZE_MAX, 4, 2}, 0, 0), CL_INVALID_VALUE);
  EXPECT_EQ(code_of({0, SIZE_MAX / 2, 0}, {8, 4, 2}, 0, 0), CL_INVALID_VALUE);
  EXPECT_EQ(guarded([] { layout_of(nullptr, nullptr, 0, 0); }), CL_INVALID_VALUE);
}

bool share_a_byte(const RectLayout& a, const RectLayout& b, const Extent& region) {
  std::vector<bool> marked(std::max(end_of(a, region), end_of(b, region)));
  for_each_row(region, [&](std::size_t y, std::size_t z) {
    for (std::size_t x = 0; x < region[0]; ++x) marked[a.row(y, z) + x] = true;
  });
  bool shared = false;
  for_each_row(region, [&](std::size_t y, std::size_t z) {
    for (std::size_t x = 0; x < region[0]; ++x) shared |= marked[b.row(y, z) + x];
  });
  return shared;
}

TEST(Rect, OverlapsExactlyWhereBytesAreShared) {
  constexpr unsigned kSeed = 5;
  std::mt19937 random(kSeed);
  const auto below = [&](std::size_t most) { return random() % most; };
  unsigned overlaps = 0;
  constexpr unsigned kTrials = 20'000;
  for (unsigned trial = 0; trial < kTrials; ++trial) {
    const Extent region{1 + below(5), 1 + below(4), 1 + below(3)};
    const std::size_t row = region[0] + below(4);
    const std::size_t slice = row * (region[1] + below(3));
    const Extent first{below(6), below(5), below(3)};
    const Extent second{below(6), below(5), below(3)};
    const RectLayout a = layout_of(first.data(), region.data(), row, slice);
    const RectLayout b = layout_of(second.data(), region.data(), row, slice);
    const bool expected = share_a_byte(a, b, region);
    ASSERT_EQ(overlap(a, b, region), expected)
        << "seed " << kSeed << ", trial " << trial << ": offsets " << a.offset << " and "
        << b.offset << ", region " << region[0] << "x" << region[1] << "x" << region[2]
        << ", pitches " << row << " and " << slice;
    overlaps += expected ? 1 : 0;
  }
  EXPECT_GT(overlaps, kTrials / 10);
  EXPECT_LT(overlaps, kTrials - kTrials / 10);
}

}  // namespace
}  // namespace lanefold::icd
