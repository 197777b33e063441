// SPDX-License-Identifier: Apache-2.0
// Product of a matrix and a vector, one row per group.

#include "tree_sum.cl"

__kernel void matrix_vector(__global const float* matrix, __global const float* vector,
                            __global float* result, uint columns, __local float* parts) {
  const uint row = get_group_id(0);
  float sum = 0.0f;
  for (uint column = get_local_id(0); column < columns; column += get_local_size(0)) {
    sum += matrix[row * columns + column] * vector[column];
  }
  sum = tree_sum(parts, sum);
  if (get_local_id(0) == 0) result[row] = sum;
}
