// SPDX-License-Identifier: Apache-2.0
// The cycles of one instruction under each policy of ISCA'13, as formulas of its mask.
#pragma once

#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"

namespace lanefold {

/// Without compaction every quad is issued, unless no lane is active at all.
inline unsigned none_cycles(LaneMask mask, const QuadGeometry& geometry) {
  return mask.any() ? geometry.quads() : 0;
}

/// The half of the warp that Ivy Bridge issues alone because the other half has no active lane
/// (ISCA'13 section 5.2), or all lanes. Warps narrower than SIMD16, or whose half is not a whole
/// number of quads, are never shortened.
inline LaneMask ivb_lanes(LaneMask mask, const QuadGeometry& geometry) {
  const bool has_halves = geometry.lanes() >= 16 && geometry.quads() % 2 == 0 &&
                          geometry.quads() * geometry.quad_lanes() == geometry.lanes();
  const LaneMask lower = LaneMask::first(has_halves ? geometry.lanes() / 2 : geometry.lanes());
  if (mask.none() || lower.contains(mask)) {
    return mask.none() ? LaneMask() : lower;
  }
  const LaneMask upper = geometry.all_lanes().without(lower);
  return upper.contains(mask) ? upper : geometry.all_lanes();
}

inline unsigned ivb_cycles(LaneMask mask, const QuadGeometry& geometry) {
  const bool half = ivb_lanes(mask, geometry) != geometry.all_lanes();
  return none_cycles(mask, geometry) >> (half ? 1 : 0);
}

/// One cycle for each quad that holds an active lane (ISCA'13 section 3.1).
inline unsigned bcc_cycles(LaneMask mask, const QuadGeometry& geometry) {
  return geometry.active_quads(mask);
}

/// As few cycles as the active lanes can fill (ISCA'13 section 3.2).
inline unsigned scc_cycles(LaneMask mask, const QuadGeometry& geometry) {
  return geometry.passes(mask.count());
}

}  // namespace lanefold
