// SPDX-License-Identifier: Apache-2.0
// The ray tracer on the host.
#include "workloads/ray_reference.h"

#include <cmath>
#include <cstddef>

namespace lanefold {
namespace {

constexpr float kLeastDistance = 1.0e-4F;
constexpr float kLeastDeterminant = 1.0e-9F;
constexpr float kTwoPi = 6.2831855F;

RayVector inverse_of(RayVector a) { return {1.0F / a.x, 1.0F / a.y, 1.0F / a.z}; }

float enter_box(const RayNode& box, RayVector origin, RayVector inverse, float limit) {
  const RayVector low = (box.low - origin) * inverse;
  const RayVector high = (box.high - origin) * inverse;
  const RayVector first = least(low, high);
  const RayVector second = most(low, high);
  const float enter = std::fmax(std::fmax(first.x, first.y), std::fmax(first.z, 0.0F));
  const float leave = std::fmin(std::fmin(second.x, second.y), std::fmin(second.z, limit));
  return enter <= leave ? enter : kRayMiss;
}

float hit_sphere(const RayPrimitive& sphere, const Ray& ray) {
  const RayVector offset = ray.origin - sphere.a;
  const float half_b = dot(offset, ray.direction);
  const float square = half_b * half_b - (dot(offset, offset) - sphere.radius * sphere.radius);
  if (square < 0.0F) return kRayMiss;
  const float root = std::sqrt(square);
  if (-half_b - root > kLeastDistance) return -half_b - root;
  return -half_b + root > kLeastDistance ? -half_b + root : kRayMiss;
}

float hit_triangle(const RayPrimitive& triangle, const Ray& ray) {
  const RayVector p = cross(ray.direction, triangle.c);
  const float determinant = dot(triangle.b, p);
  if (determinant > -kLeastDeterminant && determinant < kLeastDeterminant) return kRayMiss;
  const float inverse = 1.0F / determinant;
  const RayVector offset = ray.origin - triangle.a;
  const float u = dot(offset, p) * inverse;
  if (u < 0.0F || u > 1.0F) return kRayMiss;
  const RayVector q = cross(offset, triangle.b);
  const float v = dot(ray.direction, q) * inverse;
  if (v < 0.0F || u + v > 1.0F) return kRayMiss;
  const float distance = dot(triangle.c, q) * inverse;
  return distance > kLeastDistance ? distance : kRayMiss;
}

RayVector facing_normal(const RayPrimitive& primitive, RayVector point, RayVector direction) {
  const RayVector normal = primitive.kind == RayPrimitiveKind::Sphere
                               ? (point - primitive.a) * (1.0F / primitive.radius)
                               : unit(cross(primitive.b, primitive.c));
  return dot(normal, direction) > 0.0F ? -normal : normal;
}

Ray pixel_ray(const RayCamera& camera, std::uint32_t column, std::uint32_t row) {
  return {camera.eye, unit(camera.forward + camera.right * (static_cast<float>(column) + 0.5F) +
                           camera.down * (static_cast<float>(row) + 0.5F))};
}

std::uint32_t hash(std::uint32_t word) {
  word ^= word >> 16;
  word *= 0x7feb'352dU;
  word ^= word >> 15;
  word *= 0x846c'a68bU;
  return word ^ (word >> 16);
}

float hash_unit(std::uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24F; }

/// The machine computes sine and cosine in double precision and rounds once.
RayVector hemisphere_direction(RayVector normal, std::uint32_t random) {
  const float radius_squared = hash_unit(random);
  const double angle = hash_unit(hash(random)) * kTwoPi;
  const float radius = std::sqrt(radius_squared);
  const RayVector axis =
      normal.x > 0.5F || normal.x < -0.5F ? RayVector{0, 1, 0} : RayVector{1, 0, 0};
  const RayVector tangent = unit(cross(axis, normal));
  const RayVector bitangent = cross(normal, tangent);
  return tangent * (radius * static_cast<float>(std::cos(angle))) +
         bitangent * (radius * static_cast<float>(std::sin(angle))) +
         normal * std::sqrt(1.0F - radius_squared);
}

}  // namespace

float hit_primitive(const RayPrimitive& primitive, const Ray& ray) {
  return primitive.kind == RayPrimitiveKind::Sphere ? hit_sphere(primitive, ray)
                                                    : hit_triangle(primitive, ray);
}

RayHit closest_hit(const RayScene& scene, const Ray& ray) {
  const RayVector inverse = inverse_of(ray.direction);
  std::vector<std::uint32_t> stack{0};
  RayHit hit;
  while (!stack.empty()) {
    const RayNode& node = scene.nodes[stack.back()];
    stack.pop_back();
    for (std::uint32_t index = node.first; index < node.first + node.count; ++index) {
      const float distance = hit_primitive(scene.primitives[index], ray);
      if (distance < hit.distance) hit = {static_cast<std::int32_t>(index), distance};
    }
    if (node.count > 0) continue;
    const float one = enter_box(scene.nodes[node.first], ray.origin, inverse, hit.distance);
    const float two =
        enter_box(scene.nodes[node.first + std::size_t{1}], ray.origin, inverse, hit.distance);
    // The nearer child ends on top.
    const std::uint32_t nearer = one <= two ? 0 : 1;
    if ((nearer == 0 ? two : one) < kRayMiss) stack.push_back(node.first + 1 - nearer);
    if ((nearer == 0 ? one : two) < kRayMiss) stack.push_back(node.first + nearer);
  }
  return hit;
}

bool any_hit(const RayScene& scene, const Ray& ray, float limit) {
  const RayVector inverse = inverse_of(ray.direction);
  std::vector<std::uint32_t> stack{0};
  while (!stack.empty()) {
    const RayNode& node = scene.nodes[stack.back()];
    stack.pop_back();
    if (enter_box(node, ray.origin, inverse, limit) == kRayMiss) continue;
    for (std::uint32_t index = node.first; index < node.first + node.count; ++index) {
      if (hit_primitive(scene.primitives[index], ray) < limit) return true;
    }
    if (node.count == 0) stack.insert(stack.end(), {node.first, node.first + 1});
  }
  return false;
}

PrimaryImage trace_primary(const RayScene& scene, const RayCamera& camera) {
  PrimaryImage image;
  for (std::uint32_t row = 0; row < camera.height; ++row) {
    for (std::uint32_t column = 0; column < camera.width; ++column) {
      const Ray ray = pixel_ray(camera, column, row);
      const RayHit hit = closest_hit(scene, ray);
      float light = 0.0F;
      if (hit.primitive != kNoPrimitive) {
        const RayPrimitive& primitive = scene.primitives[static_cast<std::size_t>(hit.primitive)];
        const RayVector point = ray.origin + ray.direction * hit.distance;
        const float cosine = dot(facing_normal(primitive, point, ray.direction), scene.light);
        light = primitive.albedo * (cosine > 0.0F ? 0.125F + 0.875F * cosine : 0.125F);
      }
      image.shown.push_back(hit.primitive);
      image.distance.push_back(hit.distance);
      image.brightness.push_back(light);
    }
  }
  return image;
}

std::vector<std::int32_t> trace_ambient_occlusion(const RayScene& scene, const RayCamera& camera,
                                                  std::uint32_t samples, std::uint32_t seed) {
  std::vector<std::int32_t> unoccluded;
  for (std::uint32_t pixel = 0; pixel < camera.width * camera.height; ++pixel) {
    const Ray ray = pixel_ray(camera, pixel % camera.width, pixel / camera.width);
    const RayHit hit = closest_hit(scene, ray);
    if (hit.primitive == kNoPrimitive) {
      unoccluded.push_back(-1);
      continue;
    }
    const RayVector point = ray.origin + ray.direction * hit.distance;
    const RayVector normal = facing_normal(
        scene.primitives[static_cast<std::size_t>(hit.primitive)], point, ray.direction);
    const RayVector origin = point + normal * 1.0e-3F;
    std::int32_t open = 0;
    for (std::uint32_t sample = 0; sample < samples; ++sample) {
      const std::uint32_t random = hash(hash(seed + pixel) + sample);
      if (!any_hit(scene, {origin, hemisphere_direction(normal, random)}, scene.reach)) ++open;
    }
    unoccluded.push_back(open);
  }
  return unoccluded;
}

PathImage trace_paths(const RayScene& scene, const RayCamera& camera, std::uint32_t most_bounces,
                      std::uint32_t seed) {
  PathImage image;
  for (std::uint32_t pixel = 0; pixel < camera.width * camera.height; ++pixel) {
    Ray ray = pixel_ray(camera, pixel % camera.width, pixel / camera.width);
    const std::uint32_t random = hash(seed + pixel);
    float weight = 1.0F;
    float light = 0.0F;
    std::uint32_t bounces = 0;
    while (bounces < most_bounces) {
      const RayHit hit = closest_hit(scene, ray);
      if (hit.primitive == kNoPrimitive) break;
      const RayPrimitive& primitive = scene.primitives[static_cast<std::size_t>(hit.primitive)];
      ++bounces;
      weight = weight * primitive.albedo;
      if (primitive.albedo > 1.0F) {
        light = weight;
        break;
      }
      const RayVector point = ray.origin + ray.direction * hit.distance;
      const RayVector normal = facing_normal(primitive, point, ray.direction);
      ray = {point + normal * 1.0e-3F, hemisphere_direction(normal, hash(random + bounces))};
    }
    image.brightness.push_back(light);
    image.bounces.push_back(bounces);
  }
  return image;
}

}  // namespace lanefold
