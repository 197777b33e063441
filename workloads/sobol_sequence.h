// SPDX-License-Identifier: Apache-2.0
// Quasi-random points (Sobol' sequence).
#pragma once

#include <cstdint>
#include <vector>

namespace lanefold {

constexpr std::uint32_t kSobolDimensions = 8;

/// 32 direction numbers for each dimension.
std::vector<std::uint32_t> sobol_directions();
/// The first points, dimension by dimension, each derived from the one before it (Antonov and
/// Saleev, 1979).
std::vector<float> sobol_points(std::uint32_t count);

}  // namespace lanefold
