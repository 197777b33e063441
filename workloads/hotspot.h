// SPDX-License-Identifier: Apache-2.0
// Heat flow on a chip: a stencil whose halo and borders diverge.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/random.h"

namespace lanefold {

/// A rectangular chip, row by row.
template <class Number>
struct HotspotGridOf {
  std::uint32_t width = 0, height = 0;
  std::vector<Number> temperature;
  std::vector<Number> power;
};
using HotspotGrid = HotspotGridOf<float>;

/// Coefficients of one explicit step; the layout is that of the kernel's argument.
template <class Number>
struct HotspotMaterialOf {
  Number step = Number(0.5);   ///< time step over heat capacity
  Number x = Number(0.1);      ///< conductance to the left and right neighbours
  Number y = Number(0.125);    ///< conductance to the upper and lower neighbours
  Number z = Number(0.0125);   ///< conductance to the surroundings
  Number around = Number(80);  ///< temperature of the surroundings
};
using HotspotMaterial = HotspotMaterialOf<float>;

/// Temperatures in Kelvin around 330; one cell of eight is busy. These are float values in either
/// type, so that both forms of a workload have the same input.
template <class Number = float>
HotspotGridOf<Number> random_hotspot_grid(SplitMix64& random, std::uint32_t width,
                                          std::uint32_t height);
/// Temperatures after `steps` steps. A missing neighbour has the temperature of the cell itself.
template <class Number>
std::vector<Number> hotspot_temperatures(const HotspotGridOf<Number>& grid,
                                         const HotspotMaterialOf<Number>& material,
                                         std::uint32_t steps);

}  // namespace lanefold
