// SPDX-License-Identifier: Apache-2.0
// Haar wavelet transform of several signals. At each level, averages of pairs go on and differences
// are done. A work-group keeps a signal in local memory until one average is left.

#define ROOT_HALF 0.70710678f

__kernel void haar(__global const float* signals, __global float* result, uint size,
                   __local float* now, __local float* next) {
  const uint first = get_group_id(0) * size;
  for (uint i = get_local_id(0); i < size; i += get_local_size(0)) now[i] = signals[first + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint pairs = size / 2; pairs > 0; pairs /= 2) {
    for (uint pair = get_local_id(0); pair < pairs; pair += get_local_size(0)) {
      const float one = now[2 * pair];
      const float two = now[2 * pair + 1];
      next[pair] = (one + two) * ROOT_HALF;
      result[first + pairs + pair] = (one - two) * ROOT_HALF;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    __local float* swap = now;
    now = next;
    next = swap;
  }
  if (get_local_id(0) == 0) result[first] = now[0];
}
