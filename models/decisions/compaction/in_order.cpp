// SPDX-License-Identifier: Apache-2.0
// Issues whole quads one after the other.
#include "decisions/compaction/in_order.h"

namespace lanefold {

Schedule issue_in_order(LaneMask mask, LaneMask issued, const QuadGeometry& geometry) {
  Schedule schedule(geometry.active_quads(issued), geometry);
  unsigned cycle = 0;
  for (unsigned quad = 0; quad < geometry.quads(); ++quad) {
    const LaneMask lanes = geometry.quad(quad);
    if ((lanes & issued).none()) {
      continue;
    }
    for_each_lane(lanes & mask, [&](unsigned lane) {
      schedule.issue(cycle, lane - quad * geometry.quad_lanes(), lane);
    });
    ++cycle;
  }
  return schedule;
}

}  // namespace lanefold
