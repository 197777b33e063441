// SPDX-License-Identifier: Apache-2.0
// Broad phase of collision detection by sort and sweep: pairs of boxes that overlap. Boxes are
// sorted by their lower x.

typedef struct {
  float low_x, low_y, low_z;
  float high_x, high_y, high_z;
} Box;

// Each work-item sweeps from its box to the right until boxes begin beyond its end. `count` is the
// number of overlaps; the first `capacity` of them are listed in `partners`.
__kernel void broad_phase(__global const Box* boxes, uint bodies, __global uint* count,
                          __global uint* partners, uint capacity) {
  const uint body = get_global_id(0);
  if (body >= bodies) return;
  const Box mine = boxes[body];
  uint overlaps = 0;
  for (uint other = body + 1; other < bodies && boxes[other].low_x <= mine.high_x; ++other) {
    __global const Box* box = boxes + other;
    if (box->low_y > mine.high_y || box->high_y < mine.low_y) continue;
    if (box->low_z > mine.high_z || box->high_z < mine.low_z) continue;
    if (overlaps < capacity) partners[body * capacity + overlaps] = other;
    ++overlaps;
  }
  count[body] = overlaps;
}
