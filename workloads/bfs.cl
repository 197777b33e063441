// SPDX-License-Identifier: Apache-2.0
// Level-synchronous breadth-first search: one launch of each kernel per level, one node per
// work-item. Several work-items may write the same neighbour, but all of them write the same value.

// Edges of node n are targets[first_edge[n]] .. targets[first_edge[n + 1] - 1].
__kernel void bfs_expand(__global const uint* first_edge, __global const uint* targets,
                         __global uchar* frontier, __global const uchar* visited,
                         __global uchar* reached, __global int* distance, uint nodes) {
  const uint node = get_global_id(0);
  if (node >= nodes || !frontier[node]) return;
  frontier[node] = 0;
  const int next = distance[node] + 1;
  const uint end = first_edge[node + 1];
  for (uint edge = first_edge[node]; edge < end; ++edge) {
    const uint target = targets[edge];
    if (visited[target]) continue;
    distance[target] = next;
    reached[target] = 1;
  }
}

// Nodes reached on this level become the next frontier; `more` tells the host that there are any.
__kernel void bfs_advance(__global uchar* frontier, __global uchar* visited,
                          __global uchar* reached, __global uint* more, uint nodes) {
  const uint node = get_global_id(0);
  if (node >= nodes || !reached[node]) return;
  reached[node] = 0;
  frontier[node] = 1;
  visited[node] = 1;
  *more = 1;
}
