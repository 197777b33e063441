// SPDX-License-Identifier: Apache-2.0
// Path tracing of a small scene: paths that end at random bounces.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/ray_vector.h"

namespace lanefold {

enum class PathSurface : std::uint32_t { Diffuse = 0, Mirror = 1, Light = 2 };

/// The layout is the kernel's.
struct PathSphere {
  RayVector centre;
  float radius = 0;
  float albedo = 0;    ///< the part of the light that goes on
  float emission = 0;  ///< of a light
  PathSurface surface = PathSurface::Diffuse;
};

struct PathImage {
  std::vector<float> brightness;       ///< of each pixel, the mean over its paths
  std::vector<std::uint32_t> bounces;  ///< of all paths of the pixel together
};

/// Looks along z from (0, 0, -3); the image is 1 wide at distance 1.
PathImage trace_paths(const std::vector<PathSphere>& spheres, std::uint32_t width,
                      std::uint32_t height, std::uint32_t samples, std::uint32_t seed);

}  // namespace lanefold
