// SPDX-License-Identifier: Apache-2.0
// Heat flow on a chip: a stencil whose halo and borders diverge.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/random.h"

namespace lanefold {

/// A rectangular chip, row by row.
struct HotspotGrid {
  std::uint32_t width = 0, height = 0;
  std::vector<float> temperature;
  std::vector<float> power;
};

/// Coefficients of one explicit step; the layout is that of the kernel's argument.
struct HotspotMaterial {
  float step = 0.5F;     ///< time step over heat capacity
  float x = 0.1F;        ///< conductance to the left and right neighbours
  float y = 0.125F;      ///< conductance to the upper and lower neighbours
  float z = 0.0125F;     ///< conductance to the surroundings
  float around = 80.0F;  ///< temperature of the surroundings
};

/// Temperatures in Kelvin around 330; one cell of eight is busy.
HotspotGrid random_hotspot_grid(SplitMix64& random, std::uint32_t width, std::uint32_t height);
/// Temperatures after `steps` steps. A missing neighbour has the temperature of the cell itself.
std::vector<float> hotspot_temperatures(const HotspotGrid& grid, const HotspotMaterial& material,
                                        std::uint32_t steps);

}  // namespace lanefold
