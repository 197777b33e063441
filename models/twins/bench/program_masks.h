// SPDX-License-Identifier: Apache-2.0
// The masks that programs make of a warp. They are so regular that random masks of many lanes never
// look like them.
#pragma once

#include <vector>

#include "lanefold/lane_mask.h"

namespace lanefold {

enum class Rotations { None, All };

/// The lanes of a mask `by` lanes further up, around the warp; `by` is below `lanes`.
inline LaneMask rotated(LaneMask mask, unsigned by, unsigned lanes) {
  if (by == 0) return mask;
  return LaneMask(mask.bits() << by | mask.bits() >> (lanes - by)) & LaneMask::first(lanes);
}

/// For 1 to 64 lanes, in a fixed order, each mask once, with the mask of all other lanes:
/// - no lane
/// - runs: the first n of every p lanes; p divides the lanes (prefixes, halves, single lanes)
/// - strides: every s-th lane, from any offset
/// - blocks of n lanes, every other one
/// - exchanges: an odd number of ones among any bits of the lane number (butterflies, XOR)
/// - branches: no ones among any bits of the lane number (nested if/else, reductions)
/// - tiles of rows: triangles, diagonals, and what is not at the border
/// - columns: a prefix of the lanes if those of a tile are numbered down its columns
/// With all rotations these are 192, 1,600, 9,280 and 47,360 masks of 8, 16, 32 and 64 lanes;
/// without, 90, 306, 976 and 3,160.
std::vector<LaneMask> program_masks(unsigned lanes, Rotations rotations = Rotations::All);

}  // namespace lanefold
