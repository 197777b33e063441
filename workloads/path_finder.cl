// SPDX-License-Identifier: Apache-2.0
// Cheapest ways down through a grid of costs, by dynamic programming. From each cell, a way goes on
// straight or diagonally.

// Advances `rows` rows at once. A group first loads the cells of its part and `rows` more on either
// side; with each row the part that is still valid shrinks by one cell on both sides.
__kernel void path_finder(__global const uint* costs, __global const uint* before,
                          __global uint* after, uint width, uint first_row, uint rows,
                          __local uint* now, __local uint* next) {
  const int item = get_local_id(0);
  const int items = get_local_size(0);
  const int valid = items - 2 * (int)rows;
  const int column = (int)get_group_id(0) * valid + item - (int)rows;
  const bool inside = column >= 0 && column < (int)width;
  if (inside) now[item] = before[column];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int row = 1; row <= (int)rows; ++row) {
    if (inside && item >= row && item < items - row) {
      uint least = now[item];
      if (column > 0) least = min(least, now[item - 1]);
      if (column < (int)width - 1) least = min(least, now[item + 1]);
      next[item] = least + costs[(first_row + row - 1) * width + column];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    __local uint* swap = now;
    now = next;
    next = swap;
  }
  if (inside && item >= (int)rows && item < items - (int)rows) after[column] = now[item];
}
