// SPDX-License-Identifier: Apache-2.0
// Lays out an empty schedule and reads its lane enables.
#include "lanefold/schedule.h"

#include <algorithm>

namespace lanefold {

Schedule::Schedule(unsigned cycles, const QuadGeometry& geometry)
    : cycles_(cycles), positions_(geometry.positions()), quad_lanes_(geometry.quad_lanes()) {
  assert(cycles <= geometry.quads());
  std::fill_n(source_.begin(), cycles_ * positions_, kDisabled);
}

LaneMask Schedule::enabled_positions(unsigned cycle) const {
  LaneMask enabled;
  for (unsigned position = 0; position < positions_; ++position) {
    if (source_[index(cycle, position)] != kDisabled) {
      enabled.set(position);
    }
  }
  return enabled;
}

}  // namespace lanefold
