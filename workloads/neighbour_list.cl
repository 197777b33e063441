// SPDX-License-Identifier: Apache-2.0
// Neighbours of the particles of a liquid (SC'09 section 7.3.1), a particle for each work-item. The
// members of bin b are members[first[b]] to members[first[b + 1] - 1].

static int bin_along(float place, float bins_per_length, int bins) {
  return min((int)(place * bins_per_length), bins - 1);
}

// xyz is the place. Neighbour k of particle p goes to neighbours[k * count + p].
__kernel void neighbour_list(__global const float4* particles, __global const uint* first,
                             __global const uint* members, uint count, int bins,
                             float bins_per_length, float radius_square,
                             __global uint* neighbour_counts, __global uint* neighbours) {
  const uint mine = get_global_id(0);
  if (mine >= count) return;
  const float4 home = particles[mine];
  const int x = bin_along(home.x, bins_per_length, bins);
  const int y = bin_along(home.y, bins_per_length, bins);
  const int z = bin_along(home.z, bins_per_length, bins);
  uint found = 0;
  for (int k = max(z - 1, 0); k <= min(z + 1, bins - 1); ++k) {
    for (int j = max(y - 1, 0); j <= min(y + 1, bins - 1); ++j) {
      for (int i = max(x - 1, 0); i <= min(x + 1, bins - 1); ++i) {
        const int bin = (k * bins + j) * bins + i;
        const uint end = first[bin + 1];
        for (uint slot = first[bin]; slot < end; ++slot) {
          const uint other = members[slot];
          const float4 there = particles[other];
          const float dx = home.x - there.x, dy = home.y - there.y, dz = home.z - there.z;
          if (dx * dx + dy * dy + dz * dz < radius_square && other != mine) {
            neighbours[found * count + mine] = other;
            ++found;
          }
        }
      }
    }
  }
  neighbour_counts[mine] = found;
}
