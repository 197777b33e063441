// SPDX-License-Identifier: Apache-2.0
// Rays through a bounding volume hierarchy (BVH): primary rays and ambient occlusion, one pixel per
// work-item, with a traversal stack in private memory.

#define MISS 1.0e30f
#define NO_PRIMITIVE (-1)
#define STACK_DEPTH 32
#define LEAST_DISTANCE 1.0e-4f
#define LEAST_DETERMINANT 1.0e-9f
#define TWO_PI 6.2831855f

// A box around everything below it. A leaf (count > 0) holds primitives first to first + count - 1;
// an inner node has the children first and first + 1.
typedef struct {
  float low_x, low_y, low_z;
  uint first;
  float high_x, high_y, high_z;
  uint count;
} Node;

// kind 0, sphere: a is the centre. kind 1, triangle: a is a corner, b and c are the edges from it.
typedef struct {
  float a_x, a_y, a_z;
  uint kind;
  float b_x, b_y, b_z;
  float radius;
  float c_x, c_y, c_z;
  float albedo;
} Primitive;

// Pixel (column, row) looks along forward + (column + 0.5) x right + (row + 0.5) x down; `forward`
// points at the image's first corner.
typedef struct {
  float eye_x, eye_y, eye_z;
  float forward_x, forward_y, forward_z;
  float right_x, right_y, right_z;
  float down_x, down_y, down_z;
  uint width, height;
} Camera;

typedef struct {
  int primitive;
  float distance;
} Hit;

static float dot3(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static float3 cross3(float3 a, float3 b) {
  return (float3)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static float3 unit3(float3 a) { return a * (1.0f / sqrt(dot3(a, a))); }

// Distance at which the ray enters the box, or MISS if that is not before `limit`.
static float enter_box(__global const Node* box, float3 origin, float3 inverse, float limit) {
  const float3 low = ((float3)(box->low_x, box->low_y, box->low_z) - origin) * inverse;
  const float3 high = ((float3)(box->high_x, box->high_y, box->high_z) - origin) * inverse;
  const float enter =
      fmax(fmax(fmin(low.x, high.x), fmin(low.y, high.y)), fmax(fmin(low.z, high.z), 0.0f));
  const float leave =
      fmin(fmin(fmax(low.x, high.x), fmax(low.y, high.y)), fmin(fmax(low.z, high.z), limit));
  return enter <= leave ? enter : MISS;
}

static float hit_sphere(float3 centre, float radius, float3 origin, float3 direction) {
  const float3 offset = origin - centre;
  const float half_b = dot3(offset, direction);
  const float square = half_b * half_b - (dot3(offset, offset) - radius * radius);
  if (square < 0.0f) return MISS;
  const float root = sqrt(square);
  const float enter = -half_b - root;
  if (enter > LEAST_DISTANCE) return enter;
  const float leave = -half_b + root;
  return leave > LEAST_DISTANCE ? leave : MISS;
}

static float hit_triangle(float3 corner, float3 edge1, float3 edge2, float3 origin,
                          float3 direction) {
  const float3 p = cross3(direction, edge2);
  const float determinant = dot3(edge1, p);
  if (determinant > -LEAST_DETERMINANT && determinant < LEAST_DETERMINANT) return MISS;
  const float inverse = 1.0f / determinant;
  const float3 offset = origin - corner;
  const float u = dot3(offset, p) * inverse;
  if (u < 0.0f || u > 1.0f) return MISS;
  const float3 q = cross3(offset, edge1);
  const float v = dot3(direction, q) * inverse;
  if (v < 0.0f || u + v > 1.0f) return MISS;
  const float distance = dot3(edge2, q) * inverse;
  return distance > LEAST_DISTANCE ? distance : MISS;
}

static float hit_primitive(__global const Primitive* primitive, float3 origin, float3 direction) {
  const float3 a = (float3)(primitive->a_x, primitive->a_y, primitive->a_z);
  if (primitive->kind == 0) return hit_sphere(a, primitive->radius, origin, direction);
  const float3 b = (float3)(primitive->b_x, primitive->b_y, primitive->b_z);
  const float3 c = (float3)(primitive->c_x, primitive->c_y, primitive->c_z);
  return hit_triangle(a, b, c, origin, direction);
}

// The first primitive along the ray; the nearer child is visited first.
static Hit closest_hit(__global const Node* nodes, __global const Primitive* primitives,
                       float3 origin, float3 direction) {
  const float3 inverse = 1.0f / direction;
  uint stack[STACK_DEPTH];
  int depth = 0;
  stack[depth++] = 0;
  Hit hit = {NO_PRIMITIVE, MISS};
  while (depth > 0) {
    __global const Node* node = nodes + stack[--depth];
    const uint first = node->first;
    const uint count = node->count;
    if (count > 0) {
      for (uint index = first; index < first + count; ++index) {
        const float distance = hit_primitive(primitives + index, origin, direction);
        if (distance < hit.distance) {
          hit.distance = distance;
          hit.primitive = (int)index;
        }
      }
    } else {
      const float one = enter_box(nodes + first, origin, inverse, hit.distance);
      const float two = enter_box(nodes + first + 1, origin, inverse, hit.distance);
      const uint one_is_nearer = one <= two;
      const float farther = one_is_nearer ? two : one;
      const float nearer = one_is_nearer ? one : two;
      if (farther < MISS) stack[depth++] = first + one_is_nearer;
      if (nearer < MISS) stack[depth++] = first + 1 - one_is_nearer;
    }
  }
  return hit;
}

// Whether anything lies on the ray before `limit`.
static bool any_hit(__global const Node* nodes, __global const Primitive* primitives, float3 origin,
                    float3 direction, float limit) {
  const float3 inverse = 1.0f / direction;
  uint stack[STACK_DEPTH];
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    __global const Node* node = nodes + stack[--depth];
    if (enter_box(node, origin, inverse, limit) == MISS) continue;
    const uint first = node->first;
    const uint count = node->count;
    if (count == 0) {
      stack[depth++] = first;
      stack[depth++] = first + 1;
      continue;
    }
    for (uint index = first; index < first + count; ++index) {
      if (hit_primitive(primitives + index, origin, direction) < limit) return true;
    }
  }
  return false;
}

// Unit normal of the primitive at `point`, on the side that `direction` comes from.
static float3 facing_normal(__global const Primitive* primitive, float3 point, float3 direction) {
  float3 normal;
  if (primitive->kind == 0) {
    normal = (point - (float3)(primitive->a_x, primitive->a_y, primitive->a_z)) *
             (1.0f / primitive->radius);
  } else {
    normal = unit3(cross3((float3)(primitive->b_x, primitive->b_y, primitive->b_z),
                          (float3)(primitive->c_x, primitive->c_y, primitive->c_z)));
  }
  return dot3(normal, direction) > 0.0f ? -normal : normal;
}

static float3 pixel_direction(const Camera* camera, uint column, uint row) {
  const float3 forward = (float3)(camera->forward_x, camera->forward_y, camera->forward_z);
  const float3 right = (float3)(camera->right_x, camera->right_y, camera->right_z);
  const float3 down = (float3)(camera->down_x, camera->down_y, camera->down_z);
  return unit3(forward + right * ((float)column + 0.5f) + down * ((float)row + 0.5f));
}

// What the ray from the eye through a pixel meets first.
static __attribute__((always_inline)) Hit hit_of_pixel(__global const Node* nodes,
                                                       __global const Primitive* primitives,
                                                       const Camera* camera, uint column, uint row,
                                                       float3* eye, float3* direction) {
  *eye = (float3)(camera->eye_x, camera->eye_y, camera->eye_z);
  *direction = pixel_direction(camera, column, row);
  return closest_hit(nodes, primitives, *eye, *direction);
}

// Which primitive each pixel shows, how far away, and how bright under one distant light.
__kernel void ray_trace_primary(__global const Node* nodes, __global const Primitive* primitives,
                                Camera camera, float light_x, float light_y, float light_z,
                                __global int* shown, __global float* distance,
                                __global float* brightness) {
  const uint column = get_global_id(0);
  const uint row = get_global_id(1);
  if (column >= camera.width || row >= camera.height) return;
  float3 eye, direction;
  const Hit hit = hit_of_pixel(nodes, primitives, &camera, column, row, &eye, &direction);
  const uint pixel = row * camera.width + column;
  shown[pixel] = hit.primitive;
  distance[pixel] = hit.distance;
  float light = 0.0f;
  if (hit.primitive != NO_PRIMITIVE) {
    __global const Primitive* primitive = primitives + hit.primitive;
    const float3 normal = facing_normal(primitive, eye + direction * hit.distance, direction);
    const float cosine = dot3(normal, (float3)(light_x, light_y, light_z));
    light = primitive->albedo * (cosine > 0.0f ? 0.125f + 0.875f * cosine : 0.125f);
  }
  brightness[pixel] = light;
}

// Mixes all bits of a word.
static uint hash(uint word) {
  word ^= word >> 16;
  word *= 0x7feb352du;
  word ^= word >> 15;
  word *= 0x846ca68bu;
  return word ^ (word >> 16);
}

// A direction of the hemisphere around `normal`, more often near it (cosine-weighted).
static float3 hemisphere_direction(float3 normal, uint random) {
  const float radius_squared = (float)(random >> 8) * 0x1p-24f;
  const float angle = (float)(hash(random) >> 8) * 0x1p-24f * TWO_PI;
  const float radius = sqrt(radius_squared);
  const float3 axis =
      normal.x > 0.5f || normal.x < -0.5f ? (float3)(0.0f, 1.0f, 0.0f) : (float3)(1.0f, 0.0f, 0.0f);
  const float3 tangent = unit3(cross3(axis, normal));
  const float3 bitangent = cross3(normal, tangent);
  return tangent * (radius * native_cos(angle)) + bitangent * (radius * native_sin(angle)) +
         normal * sqrt(1.0f - radius_squared);
}

// How many of `samples` rays from the point that a pixel shows meet nothing within `reach`; -1 for
// a pixel that shows nothing.
__kernel void ray_trace_ao(__global const Node* nodes, __global const Primitive* primitives,
                           Camera camera, float reach, uint samples, uint seed,
                           __global int* unoccluded) {
  const uint column = get_global_id(0);
  const uint row = get_global_id(1);
  if (column >= camera.width || row >= camera.height) return;
  float3 eye, direction;
  const Hit hit = hit_of_pixel(nodes, primitives, &camera, column, row, &eye, &direction);
  const uint pixel = row * camera.width + column;
  int open = -1;
  if (hit.primitive != NO_PRIMITIVE) {
    const float3 point = eye + direction * hit.distance;
    const float3 normal = facing_normal(primitives + hit.primitive, point, direction);
    const float3 origin = point + normal * 1.0e-3f;
    open = 0;
    for (uint sample = 0; sample < samples; ++sample) {
      const uint random = hash(hash(seed + pixel) + sample);
      const float3 away = hemisphere_direction(normal, random);
      if (!any_hit(nodes, primitives, origin, away, reach)) ++open;
    }
  }
  unoccluded[pixel] = open;
}
