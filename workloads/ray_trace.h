// SPDX-License-Identifier: Apache-2.0
// What the ray tracing workloads share: the scene of a request and how a result describes it.
#pragma once

#include <string>
#include <vector>

#include "workloads/ray_scene.h"
#include "workloads/request_reader.h"

namespace lanefold {

// The structures are copied byte by byte to the kernel.
static_assert(sizeof(RayNode) == 32 && sizeof(RayPrimitive) == 48 && sizeof(RayCamera) == 56);

struct RayImageSize {
  std::uint32_t width, height;
};

inline std::vector<WorkloadParameter> scene_parameter() {
  return {
      {"scene", ray_scene_names().front(),
       "spheres (balls on a plane), terrain (a mesh of triangles), hall (a room with columns) or "
       "windmills (thin sails)"}};
}

inline RayScene requested_scene(const RequestReader& reader, SplitMix64& random) {
  return make_ray_scene(reader.choice("scene", ray_scene_names()), random);
}

inline std::string describe(const RequestReader& reader, const RayScene& scene,
                            const RayCamera& camera) {
  return "scene " + reader.text("scene") + " of " + std::to_string(scene.primitives.size()) +
         " primitives and " + std::to_string(scene.nodes.size()) + " boxes, " +
         std::to_string(camera.width) + " x " + std::to_string(camera.height) + " pixels";
}

}  // namespace lanefold
