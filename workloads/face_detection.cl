// SPDX-License-Identifier: Apache-2.0
// Face detection (Viola and Jones): an integral image and a cascade of Haar-like features. Element
// (x, y) of the integral image is the sum of all pixels above and left of it, one row and one
// column more than the image has.

typedef struct {
  int x, y, width, height;
} Rectangle;

// The sum of the pixels in `part` times `weight`, less the sum in `whole`, is compared with
// `threshold`.
typedef struct {
  Rectangle whole, part;
  int weight, threshold;
  int vote_below, vote_above;
} Feature;

typedef struct {
  uint first, count;  // features
  int threshold;      // of their votes together
} Stage;

__kernel void face_rows(__global const uchar* pixels, __global uint* integral, uint width,
                        uint height) {
  const uint row = get_global_id(0);
  if (row >= height) return;
  uint sum = 0;
  for (uint column = 0; column < width; ++column) {
    sum += pixels[row * width + column];
    integral[(row + 1) * (width + 1) + column + 1] = sum;
  }
}

__kernel void face_columns(__global uint* integral, uint width, uint height) {
  const uint column = get_global_id(0);
  if (column > width) return;
  uint sum = 0;
  for (uint row = 0; row <= height; ++row) {
    sum += integral[row * (width + 1) + column];
    integral[row * (width + 1) + column] = sum;
  }
}

static int rectangle_sum(__global const uint* corner, uint pitch, __constant Rectangle* box,
                         int scale) {
  __global const uint* upper = corner + box->y * scale * pitch + box->x * scale;
  __global const uint* lower = upper + box->height * scale * pitch;
  const int width = box->width * scale;
  return (int)(lower[width] - lower[0] - upper[width] + upper[0]);
}

// For each window of 16 x scale pixels a side, `step` pixels apart: how many stages it passes
// before one rejects it.
__kernel void face_cascade(__global const uint* integral, uint pitch, __constant Feature* features,
                           __constant Stage* stages, uint stage_count, int scale, uint step,
                           uint columns, uint rows, __global uint* passed) {
  const uint column = get_global_id(0);
  const uint row = get_global_id(1);
  if (column >= columns || row >= rows) return;
  __global const uint* corner = integral + row * step * pitch + column * step;
  uint stage = 0;
  for (; stage < stage_count; ++stage) {
    int votes = 0;
    const uint end = stages[stage].first + stages[stage].count;
    for (uint index = stages[stage].first; index < end; ++index) {
      __constant Feature* feature = features + index;
      const int value = feature->weight * rectangle_sum(corner, pitch, &feature->part, scale) -
                        rectangle_sum(corner, pitch, &feature->whole, scale);
      votes += value < feature->threshold * scale * scale ? feature->vote_below
                                                          : feature->vote_above;
    }
    if (votes < stages[stage].threshold) break;
  }
  passed[row * columns + column] = stage;
}
