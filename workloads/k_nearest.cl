// SPDX-License-Identifier: Apache-2.0
// The NEIGHBOURS nearest points of each query, kept sorted by insertion. Of equally near points,
// the first counts.

#define NEIGHBOURS 8

__kernel void k_nearest(__global const float2* points, uint count, __global const float2* queries,
                        uint query_count, __global uint* nearest, __global float* squares) {
  const uint query = get_global_id(0);
  if (query >= query_count) return;
  const float2 centre = queries[query];
  float best[NEIGHBOURS];
  uint who[NEIGHBOURS];
  for (uint i = 0; i < NEIGHBOURS; ++i) {
    best[i] = INFINITY;
    who[i] = UINT_MAX;
  }
  for (uint point = 0; point < count; ++point) {
    const float2 offset = points[point] - centre;
    const float square = offset.x * offset.x + offset.y * offset.y;
    if (square >= best[NEIGHBOURS - 1]) continue;
    int place = NEIGHBOURS - 1;
    while (place > 0 && square < best[place - 1]) {
      best[place] = best[place - 1];
      who[place] = who[place - 1];
      --place;
    }
    best[place] = square;
    who[place] = point;
  }
  for (uint i = 0; i < NEIGHBOURS; ++i) {
    nearest[query * NEIGHBOURS + i] = who[i];
    squares[query * NEIGHBOURS + i] = best[i];
  }
}
