// SPDX-License-Identifier: Apache-2.0
// The warp shapes whose RTL was built.
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

}  // namespace lanefold
