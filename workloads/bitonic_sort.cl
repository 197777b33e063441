// SPDX-License-Identifier: Apache-2.0
// Bitonic sort of 2^n keys: strides that fit into a group's block in local memory, others by passes
// over global memory. One work-item per pair of keys.

// The lower key of pair `pair` when partners are `stride` (a power of two) apart.
static uint lower_of_pair(uint pair, uint stride) { return 2 * pair - (pair & (stride - 1)); }

// Sequences of `sequence` keys are sorted alternately upwards and downwards.
__kernel void bitonic_global(__global uint* keys, uint sequence, uint stride) {
  const uint low = lower_of_pair(get_global_id(0), stride);
  const uint high = low + stride;
  const bool upwards = (low & sequence) == 0;
  const uint a = keys[low];
  const uint b = keys[high];
  if ((a > b) == upwards) {
    keys[low] = b;
    keys[high] = a;
  }
}

// All passes whose partners lie in one block of 2 x group size keys: of the sequences
// first_sequence, 2 x first_sequence, ... last_sequence, each from the widest stride that fits.
__kernel void bitonic_local(__global uint* keys, uint first_sequence, uint last_sequence,
                            __local uint* block) {
  const uint pair = get_local_id(0);
  const uint group = get_local_size(0);
  const uint start = get_group_id(0) * 2 * group;
  block[pair] = keys[start + pair];
  block[pair + group] = keys[start + pair + group];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint sequence = first_sequence; sequence <= last_sequence; sequence *= 2) {
    for (uint stride = min(sequence / 2, group); stride > 0; stride /= 2) {
      const uint low = lower_of_pair(pair, stride);
      const uint high = low + stride;
      const bool upwards = ((start + low) & sequence) == 0;
      const uint a = block[low];
      const uint b = block[high];
      if ((a > b) == upwards) {
        block[low] = b;
        block[high] = a;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  keys[start + pair] = block[pair];
  keys[start + pair + group] = block[pair + group];
}
