// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.2.2: a box of bytes in memory whose rows and slices have pitches. Decisions
// without state.
#pragma once

#include <array>
#include <cstddef>

namespace lanefold::icd {

using Extent = std::array<std::size_t, 3>;  ///< bytes, rows, slices

/// Where the rows of a box lie.
struct RectLayout {
  std::size_t offset = 0;  ///< of the first byte
  std::size_t row_pitch = 0;
  std::size_t slice_pitch = 0;

  std::size_t row(std::size_t y, std::size_t z) const {
    return offset + z * slice_pitch + y * row_pitch;
  }
};

/// A box: its bytes in a row, rows and slices, and where they lie.
struct Box {
  RectLayout layout;
  Extent extent{0, 1, 1};

  std::size_t bytes() const { return extent[0] * extent[1] * extent[2]; }
};

/// One row.
inline Box piece(std::size_t offset, std::size_t bytes) {
  return {{offset, bytes, bytes}, {bytes, 1, 1}};
}

/// The box `region` from `origin` on; a pitch of 0 means rows or slices without gaps. Throws
/// ApiError(CL_INVALID_VALUE) for an empty region, and pitches or sizes that cannot be.
RectLayout layout_of(const std::size_t* origin, const std::size_t* region, std::size_t row_pitch,
                     std::size_t slice_pitch);

/// Bytes from the start of the memory to the end of the box.
std::size_t end_of(const RectLayout& layout, const Extent& region);

/// Whether two boxes of one memory with the same pitches share a byte.
bool overlap(const RectLayout& a, const RectLayout& b, const Extent& region);

template <class Visit>
void for_each_row(const Extent& region, Visit&& visit) {
  for (std::size_t z = 0; z < region[2]; ++z) {
    for (std::size_t y = 0; y < region[1]; ++y) visit(y, z);
  }
}

}  // namespace lanefold::icd
