// SPDX-License-Identifier: Apache-2.0
// Tridiagonal systems by parallel cyclic reduction, one system per group. Each step couples every
// equation with those twice as far away, until each stands alone.

typedef struct {
  float lower, diagonal, upper, right;
} Equation;

__kernel void tridiagonal(__global const Equation* systems, __global float* solutions, uint size,
                          __local Equation* now, __local Equation* next) {
  const uint first = get_group_id(0) * size;
  for (uint i = get_local_id(0); i < size; i += get_local_size(0)) now[i] = systems[first + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = 1; distance < size; distance *= 2) {
    for (uint i = get_local_id(0); i < size; i += get_local_size(0)) {
      Equation mine = now[i];
      Equation reduced = {0.0f, mine.diagonal, 0.0f, mine.right};
      if (i >= distance) {
        const Equation above = now[i - distance];
        const float factor = mine.lower / above.diagonal;
        reduced.lower = -factor * above.lower;
        reduced.diagonal -= factor * above.upper;
        reduced.right -= factor * above.right;
      }
      if (i + distance < size) {
        const Equation below = now[i + distance];
        const float factor = mine.upper / below.diagonal;
        reduced.upper = -factor * below.upper;
        reduced.diagonal -= factor * below.lower;
        reduced.right -= factor * below.right;
      }
      next[i] = reduced;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    __local Equation* swap = now;
    now = next;
    next = swap;
  }
  for (uint i = get_local_id(0); i < size; i += get_local_size(0)) {
    solutions[first + i] = now[i].right / now[i].diagonal;
  }
}
