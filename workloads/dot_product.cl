// SPDX-License-Identifier: Apache-2.0
// Dot product of two vectors: each group writes the sum of its part.

#include "tree_sum.cl"

__kernel void dot_product(__global const float* a, __global const float* b, __global float* sums,
                          uint count, __local float* parts) {
  float sum = 0.0f;
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) sum += a[i] * b[i];
  sum = tree_sum(parts, sum);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
}
