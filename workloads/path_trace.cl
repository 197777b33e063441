// SPDX-License-Identifier: Apache-2.0
// Path tracing of spheres inside a large sphere, one pixel per work-item. Russian roulette ends
// each path.

#include "pcg.cl"

#define MISS 1.0e30f
#define LEAST_DISTANCE 1.0e-3f
#define TWO_PI 6.2831855f

#define DIFFUSE 0
#define MIRROR 1
#define LIGHT 2

typedef struct {
  float x, y, z;
  float radius;
  float albedo;
  float emission;
  uint surface;
} Sphere;

static float dot3(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static float3 unit3(float3 a) { return a * (1.0f / sqrt(dot3(a, a))); }

static float3 cross3(float3 a, float3 b) {
  return (float3)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// Distance along a ray of length 1 to the sphere, or MISS.
static float hit_sphere(float3 offset, float radius, float3 direction) {
  const float half_b = dot3(offset, direction);
  const float square = half_b * half_b - (dot3(offset, offset) - radius * radius);
  if (square < 0.0f) return MISS;
  const float root = sqrt(square);
  if (-half_b - root > LEAST_DISTANCE) return -half_b - root;
  return root - half_b > LEAST_DISTANCE ? root - half_b : MISS;
}

// A direction of the hemisphere around `normal`, more often near it (cosine-weighted).
static float3 scatter(float3 normal, uint* state) {
  const float radius_squared = next_unit(state);
  const float angle = next_unit(state) * TWO_PI;
  const float radius = sqrt(radius_squared);
  const float3 axis =
      fabs(normal.x) > 0.5f ? (float3)(0.0f, 1.0f, 0.0f) : (float3)(1.0f, 0.0f, 0.0f);
  const float3 tangent = unit3(cross3(axis, normal));
  const float3 bitangent = cross3(normal, tangent);
  return tangent * (radius * native_cos(angle)) + bitangent * (radius * native_sin(angle)) +
         normal * sqrt(1.0f - radius_squared);
}

__kernel void path_trace(__constant Sphere* spheres, uint count, __global float* brightness,
                         __global uint* bounces, uint width, uint height, uint samples,
                         uint seed) {
  const uint column = get_global_id(0);
  const uint row = get_global_id(1);
  if (column >= width || row >= height) return;
  const uint pixel = row * width + column;
  uint state = seed + pixel;
  float sum = 0.0f;
  uint total = 0;
  for (uint sample = 0; sample < samples; ++sample) {
    const float x = ((float)column + next_unit(&state)) / (float)width - 0.5f;
    const float y = 0.5f - ((float)row + next_unit(&state)) / (float)height;
    float3 origin = (float3)(0.0f, 0.0f, -3.0f);
    float3 direction = unit3((float3)(x, y, 1.0f));
    while (true) {
      float nearest = MISS;
      uint hit = 0;
      for (uint index = 0; index < count; ++index) {
        const float3 centre = (float3)(spheres[index].x, spheres[index].y, spheres[index].z);
        const float distance = hit_sphere(origin - centre, spheres[index].radius, direction);
        if (distance < nearest) {
          nearest = distance;
          hit = index;
        }
      }
      if (nearest == MISS) break;
      ++total;
      if (spheres[hit].surface == LIGHT) {
        sum += spheres[hit].emission;
        break;
      }
      // Russian roulette: as many paths go on as the surface reflects, each with its full weight.
      if (next_unit(&state) >= spheres[hit].albedo) break;
      const float3 centre = (float3)(spheres[hit].x, spheres[hit].y, spheres[hit].z);
      origin = origin + direction * nearest;
      float3 normal = unit3(origin - centre);
      if (dot3(normal, direction) > 0.0f) normal = -normal;
      if (spheres[hit].surface == MIRROR) {
        direction = direction - normal * (2.0f * dot3(normal, direction));
      } else {
        direction = scatter(normal, &state);
      }
    }
  }
  brightness[pixel] = sum / (float)samples;
  bounces[pixel] = total;
}
