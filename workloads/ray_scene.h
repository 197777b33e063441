// SPDX-License-Identifier: Apache-2.0
// What the ray tracing workloads look at: primitives, the hierarchy of boxes above them, a camera.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/random.h"
#include "workloads/ray_vector.h"

namespace lanefold {

enum class RayPrimitiveKind : std::uint32_t { Sphere = 0, Triangle = 1 };

/// Sphere: `a` is the centre. Triangle: `a` is a corner, `b` and `c` are the edges from it. The
/// layout is the kernel's.
struct RayPrimitive {
  RayVector a;
  RayPrimitiveKind kind = RayPrimitiveKind::Sphere;
  RayVector b;
  float radius = 0;
  RayVector c;
  float albedo = 0;  ///< the part of the light that goes on; above 1, what a light emits
};

/// A box around everything below it. A leaf (count > 0) holds primitives first to first + count -
/// 1; an inner node has the children first and first + 1. The layout is the kernel's.
struct RayNode {
  RayVector low;
  std::uint32_t first = 0;
  RayVector high;
  std::uint32_t count = 0;
};

/// Pixel (column, row) looks along forward + (column + 0.5) x right + (row + 0.5) x down. The
/// layout is the kernel's.
struct RayCamera {
  RayVector eye, forward, right, down;
  std::uint32_t width = 0, height = 0;
};

struct RayScene {
  std::vector<RayNode> nodes;  ///< the root first
  std::vector<RayPrimitive> primitives;
  RayVector eye, target;
  RayVector light;  ///< towards a distant light, of length 1
  float reach = 0;  ///< how far ambient occlusion looks
};

/// The scenes that `make_ray_scene` knows.
const std::vector<std::string>& ray_scene_names();
/// "spheres": balls on a plane; "terrain": a hilly mesh of triangles with balls above it; "hall": a
/// room with columns; "windmills": thin sails against the sky.
RayScene make_ray_scene(const std::string& name, SplitMix64& random);
/// A room with tables, 48 chairs, lamps in the ceiling and open windows. Chairs are meshes of 1,152
/// x fineness x fineness triangles, where fineness is at least 1.
RayScene make_conference_scene(SplitMix64& random, std::uint32_t fineness);
/// Looks from the scene's eye to its target; the image is 1.25 wide at distance 1.
RayCamera make_ray_camera(const RayScene& scene, std::uint32_t width, std::uint32_t height);

/// Deepest stack of nodes that a kernel may need: boxes nested deeper are never built.
constexpr std::uint32_t kRayStackDepth = 32;
/// Builds the boxes by halving along the longest side; brings the primitives into leaf order.
std::vector<RayNode> build_ray_nodes(std::vector<RayPrimitive>& primitives);

}  // namespace lanefold
