// SPDX-License-Identifier: Apache-2.0
// C = A x B with square tiles in local memory. All three sides are multiples of the group's side.

// One work-item per element of C; the group is a square and both tiles hold one value per
// work-item.
__kernel void matrix_multiply(__global const float* a, __global const float* b, __global float* c,
                              uint columns, uint inner, __local float* tile_a,
                              __local float* tile_b) {
  const uint side = get_local_size(0);
  const uint x = get_local_id(0);
  const uint y = get_local_id(1);
  const uint column = get_global_id(0);
  const uint row = get_global_id(1);
  float sum = 0.0f;
  for (uint first = 0; first < inner; first += side) {
    tile_a[y * side + x] = a[row * inner + first + x];
    tile_b[y * side + x] = b[(first + y) * columns + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < side; ++k) sum += tile_a[y * side + k] * tile_b[k * side + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * columns + column] = sum;
}
