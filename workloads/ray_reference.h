// SPDX-License-Identifier: Apache-2.0
// The ray tracer on the host: the algorithm of ray_trace.cl with the same order of operations.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/path_trace.h"
#include "workloads/ray_scene.h"

namespace lanefold {

constexpr float kRayMiss = 1.0e30F;
constexpr std::int32_t kNoPrimitive = -1;

struct Ray {
  RayVector origin, direction;  ///< direction of length 1
};

struct RayHit {
  std::int32_t primitive = kNoPrimitive;
  float distance = kRayMiss;
};

/// Distance at which the ray meets the primitive, or kRayMiss.
float hit_primitive(const RayPrimitive& primitive, const Ray& ray);
/// The first primitive along the ray.
RayHit closest_hit(const RayScene& scene, const Ray& ray);
/// Whether anything lies on the ray before `limit`.
bool any_hit(const RayScene& scene, const Ray& ray, float limit);

struct PrimaryImage {
  std::vector<std::int32_t> shown;
  std::vector<float> distance;
  std::vector<float> brightness;
};

PrimaryImage trace_primary(const RayScene& scene, const RayCamera& camera);
/// Unoccluded sample rays per pixel, -1 for a pixel that shows nothing.
std::vector<std::int32_t> trace_ambient_occlusion(const RayScene& scene, const RayCamera& camera,
                                                  std::uint32_t samples, std::uint32_t seed);
/// One path per pixel, which ends at a light, outside, or after `most_bounces` surfaces.
PathImage trace_paths(const RayScene& scene, const RayCamera& camera, std::uint32_t most_bounces,
                      std::uint32_t seed);

}  // namespace lanefold
