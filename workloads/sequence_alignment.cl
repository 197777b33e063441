// SPDX-License-Identifier: Apache-2.0
// Exact matches of short sequences in a genome, found in its suffix tree (SC'09 section 7.3.2), a
// query for each work-item.

// A node and the edge that leads to it: bases edge_start to edge_start + edge_length - 1 of the
// genome. Children are by the first base of their edges; 0, the root, is none.
typedef struct {
  uint children[4];
  uint edge_start, edge_length;
  uint suffix_link, unused;
} Node;

// Finds how many bases of a query match before the path of the tree ends, and the first place of the
// genome that has them. Parts of `unit` bases are `stride` bytes apart; the first is `bases`.
static void align(__global const Node* nodes, __global const uchar* genome, uint query,
                  __global const uchar* bases, uint unit, uint stride, uint length,
                  __global uint* matches, __global uint* places) {
#define BASE(i) bases[(i) / unit * stride + (i) % unit]
  uint node = 0, matched = 0, end = 0;
  while (matched < length) {
    node = nodes[node].children[BASE(matched)];
    if (node == 0) break;
    // The whole edge must match before the path goes on.
    const uint edge_length = nodes[node].edge_length;
    const uint to_match = min(edge_length, length - matched);
    const uint start = nodes[node].edge_start;
    uint same = 1;
    while (same < to_match && genome[start + same] == BASE(matched + same)) {
      ++same;
    }
    matched += same;
    end = start + same;
    if (same < edge_length) break;
  }
#undef BASE
  matches[query] = matched;
  places[query] = end - matched;
}

// Base i of query q is queries[i * count + q], so that neighbouring lanes read neighbouring bytes.
__kernel void sequence_alignment(__global const Node* nodes, __global const uchar* genome,
                                 __global const uchar* queries, uint count, uint length,
                                 __global uint* matches, __global uint* places) {
  const uint query = get_global_id(0);
  if (query >= count) return;
  align(nodes, genome, query, queries + query, 1, count, length, matches, places);
}
