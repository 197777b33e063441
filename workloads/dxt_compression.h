// SPDX-License-Identifier: Apache-2.0
// DXT1 texture compression.
#pragma once

#include <array>
#include <cstdint>

namespace lanefold {

using Rgb = std::array<int, 3>;

/// The layout is that of a uint2.
struct DxtBlock {
  std::uint32_t colours = 0;  ///< two of 5, 6 and 5 bits, the larger in the lower half
  std::uint32_t choices = 0;  ///< two bits per pixel
};

/// Pixels row by row.
DxtBlock dxt_block(const std::array<Rgb, 16>& pixels);

}  // namespace lanefold
