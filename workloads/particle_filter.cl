// SPDX-License-Identifier: Apache-2.0
// Particle filter that tracks a point in a plane by noisy observations: move, weigh, accumulate,
// resample. Weights are fixed-point numbers, so their sums are exact in any order.

#include "pcg.cl"

#define TWO_PI 6.2831855f

// Moves each particle by its guess and some noise, and weighs how well it explains the observation.
__kernel void particle_move(__global float2* particles, __global uint* states,
                            __global uint* weights, uint count, float2 step, float noise,
                            float2 seen, float sharpness) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  uint state = states[i];
  const float radius = noise * sqrt(-2.0f * native_log(next_positive_unit(&state)));
  const float angle = TWO_PI * next_unit(&state);
  states[i] = state;
  float2 place = particles[i];
  place.x = place.x + step.x + radius * native_cos(angle);
  place.y = place.y + step.y + radius * native_sin(angle);
  particles[i] = place;
  const float x = place.x - seen.x, y = place.y - seen.y;
  weights[i] = 1 + (uint)(65535.0f * native_exp(-sharpness * (x * x + y * y)));
}

// Running sums of the weights, by one work-group: each work-item adds up a part.
__kernel void particle_accumulate(__global const uint* weights, __global uint* sums, uint count,
                                  __local uint* parts) {
  const uint item = get_local_id(0), items = get_local_size(0);
  const uint part = (count + items - 1) / items;
  const uint first = min(item * part, count), end = min(first + part, count);
  uint sum = 0;
  for (uint i = first; i < end; ++i) sum += weights[i];
  parts[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint before = 0;
  for (uint other = 0; other < item; ++other) before += parts[other];
  for (uint i = first; i < end; ++i) {
    before += weights[i];
    sums[i] = before;
  }
}

// Draws the particles of the next frame: one at every `stride` of the sums, from the first particle
// whose sum lies beyond. Heavy particles are drawn often, light ones never.
__kernel void particle_resample(__global const float2* particles, __global const uint* sums,
                                __global float2* drawn, __global uint* parent, uint count,
                                uint start) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  const uint stride = sums[count - 1] / count;
  const uint wanted = i * stride + start % stride;
  uint chosen = count - 1;
  for (uint candidate = 0; candidate < count; ++candidate) {
    if (sums[candidate] > wanted) {
      chosen = candidate;
      break;
    }
  }
  drawn[i] = particles[chosen];
  parent[i] = chosen;
}
