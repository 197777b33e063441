// SPDX-License-Identifier: Apache-2.0
// Binary search for keys in a sorted array, one key per work-item.

#define ABSENT UINT_MAX

__kernel void binary_search(__global const uint* sorted, uint count, __global const uint* keys,
                            __global uint* places, uint key_count) {
  const uint item = get_global_id(0);
  if (item >= key_count) return;
  const uint key = keys[item];
  uint first = 0, end = count, place = ABSENT;
  while (first < end) {
    const uint middle = first + (end - first) / 2;
    const uint value = sorted[middle];
    if (value == key) {
      place = middle;
      break;
    }
    if (value < key) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  places[item] = place;
}
