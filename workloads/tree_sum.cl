// SPDX-License-Identifier: Apache-2.0
// The sum of one value per work-item of a group, whose size is a power of two: halves are added
// until one value is left. `sums` has a place for each work-item.

static float tree_sum(__local float* sums, float value) {
  const uint item = get_local_id(0);
  sums[item] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint rest = get_local_size(0) / 2; rest > 0; rest /= 2) {
    if (item < rest) sums[item] += sums[item + rest];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return sums[0];
}
