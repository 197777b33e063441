// SPDX-License-Identifier: Apache-2.0
// k-means clustering of rows of features by map and reduce: without atomics, barriers or local memory.
// The map is kmeans_assign: each point finds its nearest centroid, and marks whether it moved.
#define FEATURE_OF_POINT(point, feature) ((point)*features + (feature))
#define COUNT_MOVED(point) moved[point] = 1
#include "kmeans.cl"

// Reduce, first half: each work-item adds up `part` points by their clusters, and clears their marks.
// Its slots in `parts` are those of kmeans_accumulate, and behind them one that counts the points that
// moved.
__kernel void kmeans_add(__global const int* points, __global const uint* membership,
                         __global uint* moved, __global int* parts, uint count, uint features,
                         uint clusters, uint part) {
  const uint first = get_global_id(0) * part;
  if (first >= count) return;
  const uint slots = clusters * (features + 1);
  __global int* mine = parts + get_global_id(0) * (slots + 1);
  for (uint slot = 0; slot <= slots; ++slot) mine[slot] = 0;
  for (uint point = first; point < min(first + part, count); ++point) {
    __global int* sums = mine + membership[point] * (features + 1);
    for (uint feature = 0; feature < features; ++feature) {
      sums[feature] += points[FEATURE_OF_POINT(point, feature)];
    }
    sums[features] += 1;
    mine[slots] += moved[point];
    moved[point] = 0;
  }
}

// Reduce, second half: each work-item adds up one slot of all parts.
__kernel void kmeans_reduce(__global const int* parts, __global int* sums, uint slots,
                            uint part_count) {
  const uint slot = get_global_id(0);
  if (slot >= slots) return;
  int sum = 0;
  for (uint part = 0; part < part_count; ++part) sum += parts[part * slots + slot];
  sums[slot] = sum;
}
