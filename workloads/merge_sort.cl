// SPDX-License-Identifier: Apache-2.0
// Merge sort from the bottom up, one launch per pass. The runs double in length with each pass, and
// the work-items that merge them halve in number, down to one.

// Merges the runs of `length` sorted keys in pairs, a pair per work-item. The last run of all may be
// shorter, or without a partner.
__kernel void merge_runs(__global const int* keys, __global int* merged, uint count, uint length) {
  const uint start = get_global_id(0) * 2 * length;
  if (start >= count) return;
  const uint middle = min(start + length, count);
  const uint end = min(middle + length, count);
  uint left = start, right = middle;
  for (uint place = start; place < end; ++place) {
    if (left < middle && (right == end || keys[left] <= keys[right])) {
      merged[place] = keys[left++];
    } else {
      merged[place] = keys[right++];
    }
  }
}
