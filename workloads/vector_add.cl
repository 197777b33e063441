// SPDX-License-Identifier: Apache-2.0
// Element-wise sum of two vectors, one element per work-item.

__kernel void vector_add(__global const float* a, __global const float* b, __global float* sum,
                         uint count) {
  const uint i = get_global_id(0);
  if (i < count) sum[i] = a[i] + b[i];
}
