// SPDX-License-Identifier: Apache-2.0
// DXT1 texture compression: each 4 x 4 block of pixels becomes two colours of 5, 6 and 5 bits and,
// for each pixel, one of four mixtures of them. One block per work-item.

#define PIXELS 16

static uint packed(int3 colour) {
  return (uint)((colour.x >> 3) << 11 | (colour.y >> 2) << 5 | colour.z >> 3);
}

static int3 unpacked(uint colour) {
  const int red = colour >> 11, green = colour >> 5 & 63, blue = colour & 31;
  return (int3)(red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2);
}

static int distance_of(int3 a, int3 b) {
  const int3 away = a - b;
  return away.x * away.x + away.y * away.y + away.z * away.z;
}

__kernel void dxt_compression(__global const uchar4* image, __global uint2* blocks, uint columns,
                              uint rows) {
  const uint column = get_global_id(0);
  const uint row = get_global_id(1);
  if (column >= columns || row >= rows) return;
  int3 pixels[PIXELS];
  int3 low = (int3)(255), high = (int3)(0);
  for (uint i = 0; i < PIXELS; ++i) {
    const uchar4 pixel = image[(row * 4 + i / 4) * columns * 4 + column * 4 + i % 4];
    pixels[i] = (int3)(pixel.x, pixel.y, pixel.z);
    low = min(low, pixels[i]);
    high = max(high, pixels[i]);
  }
  // The ends of the diagonal of the box around all colours, a little inwards.
  const int3 inset = (high - low) / 16;
  uint first = packed(high - inset), second = packed(low + inset);
  if (first < second) {
    const uint swap = first;
    first = second;
    second = swap;
  }
  uint choices = 0;
  if (first != second) {
    int3 mixtures[4];
    mixtures[0] = unpacked(first);
    mixtures[1] = unpacked(second);
    mixtures[2] = (mixtures[0] * 2 + mixtures[1]) / 3;
    mixtures[3] = (mixtures[0] + mixtures[1] * 2) / 3;
    for (uint i = 0; i < PIXELS; ++i) {
      uint nearest = 0;
      int least = distance_of(pixels[i], mixtures[0]);
      for (uint mixture = 1; mixture < 4; ++mixture) {
        const int distance = distance_of(pixels[i], mixtures[mixture]);
        if (distance < least) {
          least = distance;
          nearest = mixture;
        }
      }
      choices |= nearest << (2 * i);
    }
  }
  blocks[row * columns + column] = (uint2)(first | second << 16, choices);
}
