// SPDX-License-Identifier: Apache-2.0
// neighbour_list with one loop over the particles of all bins around, which lie in their bins.
#include "neighbour_list.cl"

// Bin b has its particles in slots b * capacity to (b + 1) * capacity - 1, xyz the place and w the
// bits of the number. The last slot is free, as may be others before it: their numbers are `count`.
__kernel void neighbour_list_flat(__global const float4* particles, __global const float4* slots,
                                  uint capacity, uint count, int bins, float bins_per_length,
                                  float radius_square, __global uint* neighbour_counts,
                                  __global uint* neighbours) {
  const uint mine = get_global_id(0);
  if (mine >= count) return;
  const float4 home = particles[mine];
  const int x = bin_along(home.x, bins_per_length, bins);
  const int y = bin_along(home.y, bins_per_length, bins);
  const int z = bin_along(home.z, bins_per_length, bins);
  const int left = max(x - 1, 0), right = min(x + 1, bins - 1);
  const int front = max(y - 1, 0), back = min(y + 1, bins - 1);
  const int top = min(z + 1, bins - 1);
  int i = left, j = front, k = max(z - 1, 0);
  uint slot = ((k * bins + j) * bins + i) * capacity;
  uint found = 0;
  while (k <= top) {
    const float4 there = slots[slot];
    const uint other = as_uint(there.w);
    if (other == count) {
      i = i < right ? i + 1 : left;
      if (i == left) j = j < back ? j + 1 : front;
      if (i == left && j == front) ++k;
      slot = ((k * bins + j) * bins + i) * capacity;
      continue;
    }
    const float dx = home.x - there.x, dy = home.y - there.y, dz = home.z - there.z;
    if (dx * dx + dy * dy + dz * dz < radius_square && other != mine) {
      neighbours[found * count + mine] = other;
      ++found;
    }
    ++slot;
  }
  neighbour_counts[mine] = found;
}
