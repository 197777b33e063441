// SPDX-License-Identifier: Apache-2.0
// The shapes of warps, and of cores, whose RTL was built.
#pragma once

#include <vector>

namespace lanefold {

/// One line of rtl/geometries.txt.
struct RtlShape {
  unsigned lanes;
  unsigned alu_width;
};
/// All lines, in their order, or those that the build was limited to.
std::vector<RtlShape> rtl_shapes();

/// Cores whose warps RTL can divide into slices.
struct SliceShape {
  unsigned warps;
  unsigned entries;  ///< slices at most
};
/// Shapes with warps of so many lanes.
std::vector<SliceShape> rtl_slice_shapes(unsigned lanes);

}  // namespace lanefold
