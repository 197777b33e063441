// SPDX-License-Identifier: Apache-2.0
// A box of bytes in memory whose rows and slices have pitches.
#include "rect.h"

#include <cstdint>

#include "api_error.h"

namespace lanefold::icd {
namespace {

/// Nothing that a 32-bit device holds is larger, and products of two stay below 2^64.
constexpr std::size_t kMost = std::size_t{1} << 32;

std::size_t product(std::size_t a, std::size_t b) {
  require(a <= kMost && b < kMost, CL_INVALID_VALUE);
  return a * b;
}

}  // namespace

RectLayout layout_of(const std::size_t* origin, const std::size_t* region, std::size_t row_pitch,
                     std::size_t slice_pitch) {
  require(origin != nullptr && region != nullptr, CL_INVALID_VALUE);
  require(region[0] != 0 && region[1] != 0 && region[2] != 0, CL_INVALID_VALUE);
  RectLayout layout;
  layout.row_pitch = row_pitch == 0 ? region[0] : row_pitch;
  require(layout.row_pitch >= region[0], CL_INVALID_VALUE);
  const std::size_t rows = product(region[1], layout.row_pitch);
  layout.slice_pitch = slice_pitch == 0 ? rows : slice_pitch;
  require(layout.slice_pitch >= rows && layout.slice_pitch % layout.row_pitch == 0,
          CL_INVALID_VALUE);
  layout.offset =
      product(origin[2], layout.slice_pitch) + product(origin[1], layout.row_pitch) + origin[0];
  return layout;
}

std::size_t end_of(const RectLayout& layout, const Extent& region) {
  return layout.offset + product(region[2] - 1, layout.slice_pitch) +
         product(region[1] - 1, layout.row_pitch) + region[0];
}

bool overlap(const RectLayout& a, const RectLayout& b, const Extent& region) {
  const auto row = static_cast<std::int64_t>(a.row_pitch);
  const auto bytes = static_cast<std::int64_t>(region[0]);
  const auto rows = static_cast<std::int64_t>(region[1]);
  const auto slices = static_cast<std::int64_t>(region[2]);
  const auto distance = static_cast<std::int64_t>(b.offset) - static_cast<std::int64_t>(a.offset);
  for (std::int64_t z = 1 - slices; z < slices; ++z) {
    // The rows of one slice of `b` that lie next to a row of `a`.
    const std::int64_t rest = distance - z * static_cast<std::int64_t>(a.slice_pitch);
    for (std::int64_t y = rest / row - 1; y <= rest / row + 1; ++y) {
      const std::int64_t shift = rest - y * row;
      if (y > -rows && y < rows && shift > -bytes && shift < bytes) return true;
    }
  }
  return false;
}

}  // namespace lanefold::icd
