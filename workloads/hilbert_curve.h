// SPDX-License-Identifier: Apache-2.0
// Hilbert's curve through a cube of cells.
#pragma once

#include <array>
#include <cstdint>

namespace lanefold {

/// Where the curve comes through `cell` of a cube of 2^bits cells in each direction: 0 to 2^(3
/// bits)
/// - 1; `bits` is at most 10. Cells that follow one another have a face in common. The transform is
/// that of Skilling, "Programming the Hilbert curve" (AIP Conf. Proc. 707, 2004).
inline std::uint32_t place_on_hilbert_curve(std::array<std::uint32_t, 3> cell, unsigned bits) {
  auto& [x, y, z] = cell;
  for (std::uint32_t half = 1U << bits >> 1; half > 1; half /= 2) {
    for (std::uint32_t& along : cell) {  // turns or mirrors the octant
      const std::uint32_t change = (along & half) != 0 ? half - 1 : (x ^ along) & (half - 1);
      x ^= change;
      if ((along & half) == 0 && &along != &x) along ^= change;
    }
  }
  y ^= x;  // octants in the order of Gray's code
  z ^= y;
  std::uint32_t flips = 0;
  for (std::uint32_t half = 1U << bits >> 1; half > 1; half /= 2) {
    if ((z & half) != 0) flips ^= half - 1;
  }
  std::uint32_t place = 0;
  for (unsigned bit = bits; bit-- > 0;) {
    for (const std::uint32_t along : cell) place = 2 * place + (((along ^ flips) >> bit) & 1);
  }
  return place;
}

}  // namespace lanefold
