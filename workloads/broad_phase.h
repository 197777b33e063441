// SPDX-License-Identifier: Apache-2.0
// Broad phase of collision detection by sort and sweep: sweeps of uneven length, early rejections.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace lanefold {

/// The layout is the kernel's.
struct BodyBox {
  std::array<float, 3> low{}, high{};
};

/// For each box the later ones that it overlaps, by comparing all pairs.
std::vector<std::vector<std::uint32_t>> overlapping_boxes(const std::vector<BodyBox>& boxes);

}  // namespace lanefold
