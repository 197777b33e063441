// SPDX-License-Identifier: Apache-2.0
// Cheapest ways down through a grid of costs.
#pragma once

#include <cstdint>
#include <vector>

namespace lanefold {

/// For each cell of the last row, what the cheapest way to it costs.
std::vector<std::uint32_t> cheapest_ways(const std::vector<std::uint32_t>& costs,
                                         std::uint32_t width);

}  // namespace lanefold
