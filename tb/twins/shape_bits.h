// SPDX-License-Identifier: Apache-2.0
// Widths of the fields at the ports of the RTL. Only for twins.
#pragma once

#include "lanefold/quad_geometry.h"

namespace lanefold {

/// $clog2: the bits that number `count` things, 0 for one thing.
constexpr unsigned clog2(unsigned count) {
  unsigned bits = 0;
  while (1U << bits < count) ++bits;
  return bits;
}
/// QuadBits of a control block or of the data path.
inline unsigned quad_bits(const QuadGeometry& geometry) {
  return geometry.quads() > 1 ? clog2(geometry.quads()) : 1;
}
/// PositionBits.
inline unsigned position_bits(const QuadGeometry& geometry) { return clog2(geometry.positions()); }

}  // namespace lanefold
