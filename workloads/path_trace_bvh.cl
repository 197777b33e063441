// SPDX-License-Identifier: Apache-2.0
// Path tracing of triangles through a bounding volume hierarchy (SC'09 section 7.3.3), a path for
// each work-item.
#include "ray_trace.cl"

// Follows a path from the eye until it meets a light, leaves, or has met `most_bounces` surfaces.
// What it brings back is the product of all albedos, that of the light above 1; nothing if it ends
// elsewhere.
__kernel void path_trace_bvh(__global const Node* nodes, __global const Primitive* primitives,
                             Camera camera, uint most_bounces, uint seed,
                             __global float* brightness, __global uint* bounces) {
  const uint column = get_global_id(0);
  const uint row = get_global_id(1);
  if (column >= camera.width || row >= camera.height) return;
  const uint pixel = row * camera.width + column;
  const uint random = hash(seed + pixel);
  float3 origin = (float3)(camera.eye_x, camera.eye_y, camera.eye_z);
  float3 direction = pixel_direction(&camera, column, row);
  float weight = 1.0f;
  float light = 0.0f;
  uint met = 0;
  while (met < most_bounces) {
    const Hit hit = closest_hit(nodes, primitives, origin, direction);
    if (hit.primitive == NO_PRIMITIVE) break;
    __global const Primitive* primitive = primitives + hit.primitive;
    ++met;
    weight = weight * primitive->albedo;
    if (primitive->albedo > 1.0f) {
      light = weight;
      break;
    }
    const float3 point = origin + direction * hit.distance;
    const float3 normal = facing_normal(primitive, point, direction);
    origin = point + normal * 1.0e-3f;
    direction = hemisphere_direction(normal, hash(random + met));
  }
  brightness[pixel] = light;
  bounces[pixel] = met;
}
