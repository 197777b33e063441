// SPDX-License-Identifier: Apache-2.0
// Gaussian blur of 3 x 3 pixels, border pixels repeated. A work-group has a tile of the image: each
// work-item goes along one row of it, so that neighbouring lanes are a whole row of the image apart
// (SC'09 section 7.3.5).

// The weighted sum of a pixel and those above and below it.
static uint column(__global const uchar* above, __global const uchar* here,
                   __global const uchar* below, uint x) {
  return (uint)above[x] + 2 * here[x] + below[x];
}

__kernel void gaussian_filter(__global const uchar* pixels, __global uchar* blurred, uint width,
                              uint height, uint tile_width) {
  const uint y = get_global_id(0);
  if (y >= height) return;
  const uint begin = get_global_id(1) * tile_width;
  const uint end = min(begin + tile_width, width);
  __global const uchar* here = pixels + y * width;
  __global const uchar* above = y == 0 ? here : here - width;
  __global const uchar* below = y == height - 1 ? here : here + width;
  uint left = column(above, here, below, begin == 0 ? 0 : begin - 1);
  uint middle = column(above, here, below, begin);
  for (uint x = begin; x < end; ++x) {
    const uint right = column(above, here, below, min(x + 1, width - 1));
    blurred[y * width + x] = (uchar)((left + 2 * middle + right + 8) / 16);
    left = middle;
    middle = right;
  }
}
