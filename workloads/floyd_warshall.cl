// SPDX-License-Identifier: Apache-2.0
// All shortest paths of a weighted graph (Floyd and Warshall), one launch per node in between.

#define UNREACHABLE UINT_MAX

__kernel void floyd_warshall(__global uint* distance, __global uint* via, uint nodes,
                             uint between) {
  const uint to = get_global_id(0);
  const uint from = get_global_id(1);
  if (from >= nodes || to >= nodes) return;
  const uint first = distance[from * nodes + between];
  const uint second = distance[between * nodes + to];
  if (first == UNREACHABLE || second == UNREACHABLE) return;
  if (first + second < distance[from * nodes + to]) {
    distance[from * nodes + to] = first + second;
    via[from * nodes + to] = between;
  }
}
