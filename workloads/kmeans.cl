// SPDX-License-Identifier: Apache-2.0
// k-means clustering of integer points. Feature f of centroid c is centroids[c * features + f]. Sums
// are integers, so their order does not matter.

// The place of a feature among the points; who includes this file may define another one.
#ifndef FEATURE_OF_POINT
#define FEATURE_OF_POINT(point, feature) ((feature)*count + (point))
#endif
// What is done for a point that moved; who includes this file may do something else.
#ifndef COUNT_MOVED
#define COUNT_MOVED(point) atomic_inc(moved)
#endif

// Assigns each point to its nearest centroid (of equals, the first) and counts the points that
// moved.
__kernel void kmeans_assign(__global const int* points, __global const int* centroids,
                            __global uint* membership, volatile __global uint* moved, uint count,
                            uint features, uint clusters) {
  const uint point = get_global_id(0);
  if (point >= count) return;
  uint nearest = 0;
  uint least = UINT_MAX;
  for (uint cluster = 0; cluster < clusters; ++cluster) {
    uint distance = 0;
    for (uint feature = 0; feature < features; ++feature) {
      const int offset = points[FEATURE_OF_POINT(point, feature)] - centroids[cluster * features + feature];
      distance += (uint)(offset * offset);
    }
    if (distance < least) {
      least = distance;
      nearest = cluster;
    }
  }
  if (membership[point] != nearest) {
    membership[point] = nearest;
    COUNT_MOVED(point);
  }
}

// Adds up the points of each cluster: first within the group, in local memory. Slot c * (features +
// 1) + f of the sums is feature f of cluster c; the slot after the last feature counts points.
__kernel void kmeans_accumulate(__global const int* points, __global const uint* membership,
                                volatile __global int* sums, uint count, uint features,
                                uint clusters, volatile __local int* partial) {
  const uint point = get_global_id(0);
  const uint slots = clusters * (features + 1);
  for (uint slot = get_local_id(0); slot < slots; slot += get_local_size(0)) partial[slot] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (point < count) {
    volatile __local int* mine = partial + membership[point] * (features + 1);
    for (uint feature = 0; feature < features; ++feature) {
      atomic_add(mine + feature, points[FEATURE_OF_POINT(point, feature)]);
    }
    atomic_inc(mine + features);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint slot = get_local_id(0); slot < slots; slot += get_local_size(0)) {
    if (partial[slot] != 0) atomic_add(sums + slot, partial[slot]);
  }
}

// Moves each centroid to the mean of its points, one cluster per work-item, and clears the sums. A
// cluster without points stays where it is.
__kernel void kmeans_move(__global int* centroids, __global int* sums, uint features,
                          uint clusters) {
  const uint cluster = get_global_id(0);
  if (cluster >= clusters) return;
  __global int* mine = sums + cluster * (features + 1);
  const int members = mine[features];
  for (uint feature = 0; feature < features; ++feature) {
    if (members != 0) centroids[cluster * features + feature] = mine[feature] / members;
    mine[feature] = 0;
  }
  mine[features] = 0;
}
