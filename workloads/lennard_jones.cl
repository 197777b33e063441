// SPDX-License-Identifier: Apache-2.0
// Lennard-Jones forces between neighbours in a liquid (SC'09 section 7.3.1), a particle for each
// work-item.

// The force on a particle at `home` and, in w, its energy, in units of the potential. It has `end`
// neighbours, and neighbour k is neighbours[k * stride].
static float4 force_at(float4 home, __global const float4* particles,
                       __global const uint* neighbours, uint stride, uint end,
                       float radius_square) {
  float4 sum = (float4)(0.0f);
  for (uint k = 0; k < end; ++k) {
    const float4 there = particles[neighbours[k * stride]];
    const float dx = home.x - there.x, dy = home.y - there.y, dz = home.z - there.z;
    const float square = dx * dx + dy * dy + dz * dz;
    if (square >= radius_square) continue;
    const float inverse = 1.0f / square;
    const float sixth = inverse * inverse * inverse;
    const float push = 24.0f * sixth * (2.0f * sixth - 1.0f) * inverse;
    sum.x += dx * push;
    sum.y += dy * push;
    sum.z += dz * push;
    sum.w += 2.0f * sixth * (sixth - 1.0f);  // half of it belongs to the other
  }
  return sum;
}

// xyz is the place. Neighbour k of particle p is neighbours[k * count + p].
__kernel void lennard_jones(__global const float4* particles, __global const uint* neighbour_counts,
                            __global const uint* neighbours, uint count, float radius_square,
                            __global float4* forces) {
  const uint mine = get_global_id(0);
  if (mine >= count) return;
  const float4 home = particles[mine];
  forces[mine] = force_at(home, particles, neighbours + mine, count, neighbour_counts[mine],
                          radius_square);
}

// So often in a row a work-item looks for a neighbour again before it waits for it.
#define MOST_RETRIES 64

// The same, slipping in software (SC'09 section 4.2): a work-item whose neighbour is not in the
// cache keeps its place and tries again in the next pass, while others go on.
__kernel void lennard_jones_snoop(__global const float4* particles,
                                  __global const uint* neighbour_counts,
                                  __global const uint* neighbours, uint count, float radius_square,
                                  __global float4* forces) {
  const uint mine = get_global_id(0);
  if (mine >= count) return;
  const float4 home = particles[mine];
  const uint end = neighbour_counts[mine];
  float4 sum = (float4)(0.0f);
  uint retries = 0;
  for (uint k = 0; k < end;) {
    const bool waits = retries == MOST_RETRIES;
    uint other;
    float x;
    int hits = load_snoop(neighbours + k * count + mine, &other);
    if (waits) other = neighbours[k * count + mine];
    __global const float4* place = particles + other;
    if (hits) hits = load_snoop((__global const float*)place, &x);
    // No shorter way to the next pass, or those who try again would do so on their own.
    const bool goes_on = hits || waits;
    retries = goes_on ? 0 : retries + 1;
    k += goes_on;
    if (goes_on) {
      const float4 there = *place;
      const float dx = home.x - there.x, dy = home.y - there.y, dz = home.z - there.z;
      const float square = dx * dx + dy * dy + dz * dz;
      if (square < radius_square) {
        const float inverse = 1.0f / square;
        const float sixth = inverse * inverse * inverse;
        const float push = 24.0f * sixth * (2.0f * sixth - 1.0f) * inverse;
        sum.x += dx * push;
        sum.y += dy * push;
        sum.z += dz * push;
        sum.w += 2.0f * sixth * (sixth - 1.0f);
      }
    }
  }
  forces[mine] = sum;
}
