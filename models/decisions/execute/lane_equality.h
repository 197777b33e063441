// SPDX-License-Identifier: Apache-2.0
// Whether lanes have the same values.
#pragma once

#include "decisions/execute/warp.h"
#include "decisions/program/program_image.h"

namespace lanefold {

/// Whether register `row` has the same value in all lanes of `lanes`, of which there is one; all 64
/// bits of a float register in a program with doubles.
inline bool equal_in_lanes(const Warp& warp, unsigned row, LaneMask lanes) {
  const LaneRegisters& registers = warp.registers();
  const auto same = [&](unsigned of) {
    const std::uint32_t* values = registers.row(of);
    const std::uint32_t first = values[lanes.lowest()];
    std::uint32_t differ = 0;
    for_each_lane(lanes, [&](unsigned lane) { differ |= values[lane] ^ first; });
    return differ == 0;
  };
  if (!same(row)) return false;
  const bool is_double =
      row >= kFloatRow && row < kFloatHighRow && warp.launch().image->traits.has_double;
  return !is_double || same(row + kFloatHighRow - kFloatRow);
}

}  // namespace lanefold
