// SPDX-License-Identifier: Apache-2.0
// Charges the slots of an instruction to causes.
#include <algorithm>
#include <cassert>

#include "lanefold/compactor.h"

namespace lanefold {

unsigned useful_slots(LaneMask active, const QuadGeometry& geometry) {
  const unsigned lanes = active.count();
  switch (geometry.operand_bits()) {
    case 16:
      return (lanes + 1) / 2;
    case 64:
      return lanes * std::min(geometry.alu_width(), 2U);
    default:
      return lanes;
  }
}

SlotCounts classify_slots(unsigned cycles, LaneMask active, LaneMask dispatched,
                          const QuadGeometry& geometry) {
  const unsigned ideal = geometry.passes(active.count());
  const unsigned whole = geometry.passes(dispatched.count());
  assert(dispatched.contains(active) && ideal <= cycles);
  const unsigned by_dispatch = std::max(cycles, whole) - whole;
  const unsigned width = geometry.alu_width();

  SlotCounts counts;
  counts.useful = useful_slots(active, geometry);
  counts.slack = ideal * width - counts.useful;
  counts.dispatch = by_dispatch * width;
  counts.divergence = (cycles - ideal - by_dispatch) * width;
  return counts;
}

}  // namespace lanefold
