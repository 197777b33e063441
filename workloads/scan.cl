// SPDX-License-Identifier: Apache-2.0
// Running sums of a large array (scan): within blocks, over the sums of blocks, and back to them.

// Running sums within the block of a group (Hillis and Steele), and the block's sum.
__kernel void scan_blocks(__global const uint* values, __global uint* sums,
                          __global uint* block_sums, uint count, __local uint* now,
                          __local uint* next) {
  const uint i = get_global_id(0);
  const uint item = get_local_id(0);
  now[item] = i < count ? values[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = 1; distance < get_local_size(0); distance *= 2) {
    next[item] = item < distance ? now[item] : now[item] + now[item - distance];
    barrier(CLK_LOCAL_MEM_FENCE);
    __local uint* swap = now;
    now = next;
    next = swap;
  }
  if (i < count) sums[i] = now[item];
  if (item == get_local_size(0) - 1) block_sums[get_group_id(0)] = now[item];
}

// Adds the running sum of all blocks before it to each element.
__kernel void scan_add(__global uint* sums, __global const uint* block_sums, uint count) {
  const uint i = get_global_id(0);
  const uint block = get_group_id(0);
  if (i < count && block > 0) sums[i] += block_sums[block - 1];
}
