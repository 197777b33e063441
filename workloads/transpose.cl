// SPDX-License-Identifier: Apache-2.0
// Transpose of a matrix through square tiles in local memory, so that reads and writes both run
// along rows. A tile has one column more than it needs, which spreads its columns over the banks.

__kernel void transpose(__global const float* matrix, __global float* result, uint width,
                        uint height, __local float* tile) {
  const uint side = get_local_size(0);
  const uint i = get_local_id(0), j = get_local_id(1);
  uint x = get_group_id(0) * side + i;
  uint y = get_group_id(1) * side + j;
  if (x < width && y < height) tile[j * (side + 1) + i] = matrix[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * side + i;
  y = get_group_id(0) * side + j;
  if (x < height && y < width) result[y * height + x] = tile[i * (side + 1) + j];
}
