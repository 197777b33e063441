// SPDX-License-Identifier: Apache-2.0
// lennard_jones with a list of its own for each particle, and one list behind the other.
#include "lennard_jones.cl"

// The neighbours of particle p are neighbours[first[p]] to neighbours[first[p + 1] - 1].
__kernel void lennard_jones_rows(__global const float4* particles, __global const uint* first,
                                 __global const uint* neighbours, uint count, float radius_square,
                                 __global float4* forces) {
  const uint mine = get_global_id(0);
  if (mine >= count) return;
  const float4 home = particles[mine];
  const uint begin = first[mine];
  forces[mine] =
      force_at(home, particles, neighbours + begin, 1, first[mine + 1] - begin, radius_square);
}
