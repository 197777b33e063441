// SPDX-License-Identifier: Apache-2.0
// AES-128 in counter mode (FIPS 197, SP 800-38A), one block per work-item. Words are big-endian, as
// in the standard. `table` combines substitution and mixing of the first row of a column.

#define ROUNDS 10

// One column of the next state: bytes of four columns, each a row further.
static uint mixed_column(__global const uint* table, uint a, uint b, uint c, uint d) {
  return table[a >> 24] ^ rotate(table[b >> 16 & 0xff], 24u) ^ rotate(table[c >> 8 & 0xff], 16u) ^
         rotate(table[d & 0xff], 8u);
}

static uint substituted_column(__global const uchar* box, uint a, uint b, uint c, uint d) {
  return (uint)box[a >> 24] << 24 | (uint)box[b >> 16 & 0xff] << 16 |
         (uint)box[c >> 8 & 0xff] << 8 | box[d & 0xff];
}

static uint4 encrypted(uint4 state, __constant uint4* keys, __global const uint* table,
                       __global const uchar* box) {
  state ^= keys[0];
  for (uint round = 1; round < ROUNDS; ++round) {
    const uint4 mixed = (uint4)(mixed_column(table, state.x, state.y, state.z, state.w),
                                mixed_column(table, state.y, state.z, state.w, state.x),
                                mixed_column(table, state.z, state.w, state.x, state.y),
                                mixed_column(table, state.w, state.x, state.y, state.z));
    state = mixed ^ keys[round];
  }
  const uint4 last = (uint4)(substituted_column(box, state.x, state.y, state.z, state.w),
                             substituted_column(box, state.y, state.z, state.w, state.x),
                             substituted_column(box, state.z, state.w, state.x, state.y),
                             substituted_column(box, state.w, state.x, state.y, state.z));
  return last ^ keys[ROUNDS];
}

__kernel void aes(__global const uint4* plain, __global uint4* cipher, __constant uint4* keys,
                  __global const uint* table, __global const uchar* box, uint4 counter,
                  uint blocks) {
  const uint block = get_global_id(0);
  if (block >= blocks) return;
  counter.w += block;
  cipher[block] = plain[block] ^ encrypted(counter, keys, table, box);
}
