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
/// MaxQuadBits of the sequencer, which has quads of all operand sizes: most of 64 bits.
inline unsigned most_quad_bits(const QuadGeometry& geometry) {
  constexpr unsigned kBits = 64;
  return quad_bits(QuadGeometry(geometry.lanes(), geometry.alu_width(), kBits));
}
/// PositionBits.
inline unsigned position_bits(const QuadGeometry& geometry) { return clog2(geometry.positions()); }

}  // namespace lanefold
