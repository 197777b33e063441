// SPDX-License-Identifier: Apache-2.0
// Cycles, swizzle count and the case without swizzles of swizzled cycle compression.
#include "decisions/compaction/swizzling.h"

#include <algorithm>

#include "decisions/compaction/cycle_formulas.h"
#include "decisions/compaction/in_order.h"

namespace lanefold {

Schedule SwizzlingCompactor::schedule(LaneMask mask, const QuadGeometry& geometry) const {
  const unsigned cycle_count = scc_cycles(mask, geometry);
  if (geometry.active_quads(mask) == cycle_count) {
    return issue_in_order(mask, geometry.whole_quads(mask), geometry);
  }
  Schedule schedule(cycle_count, geometry);
  swizzle(mask, geometry, schedule);
  return schedule;
}

unsigned SwizzlingCompactor::cycles(LaneMask mask, const QuadGeometry& geometry) const {
  return scc_cycles(mask, geometry);
}

unsigned SwizzlingCompactor::swizzled_lanes(LaneMask mask, const QuadGeometry& geometry) const {
  const unsigned cycle_count = scc_cycles(mask, geometry);
  if (geometry.active_quads(mask) == cycle_count) {
    return 0;
  }
  unsigned swizzled = 0;
  for (unsigned position = 0; position < geometry.positions(); ++position) {
    const unsigned queue = (mask & geometry.position(position)).count();
    swizzled += std::max(queue, cycle_count) - cycle_count;
  }
  return swizzled;
}

LaneMask SwizzlingCompactor::issued_lanes(LaneMask mask, const QuadGeometry& geometry) const {
  return geometry.whole_quads(mask);
}

}  // namespace lanefold
