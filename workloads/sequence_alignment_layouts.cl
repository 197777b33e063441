// SPDX-License-Identifier: Apache-2.0
// sequence_alignment with queries that lie differently in memory.
#include "sequence_alignment.cl"

// In words of four bases: base i is byte i % 4 of word i / 4 * count + q.
__kernel void sequence_alignment_words(__global const Node* nodes, __global const uchar* genome,
                                       __global const uchar* queries, uint count, uint length,
                                       __global uint* matches, __global uint* places) {
  const uint query = get_global_id(0);
  if (query >= count) return;
  align(nodes, genome, query, queries + 4 * query, 4, 4 * count, length, matches, places);
}

// One query behind the other, with a byte after each, like the end of a line in a file of sequences.
__kernel void sequence_alignment_rows(__global const Node* nodes, __global const uchar* genome,
                                      __global const uchar* queries, uint count, uint length,
                                      __global uint* matches, __global uint* places) {
  const uint query = get_global_id(0);
  if (query >= count) return;
  align(nodes, genome, query, queries + query * (length + 1), 1, 1, length, matches, places);
}
