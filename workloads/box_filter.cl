// SPDX-License-Identifier: Apache-2.0
// Box filter of a colour image: the mean over a square around each pixel, as much of it as lies
// inside the image. Rows first, then columns.

// Sums over the pixels left and right, at most `radius` away.
__kernel void box_rows(__global const uchar4* pixels, __global uint4* sums, uint width,
                       uint height, uint radius) {
  const uint x = get_global_id(0);
  const uint y = get_global_id(1);
  if (x >= width || y >= height) return;
  const uint first = x > radius ? x - radius : 0;
  const uint last = min(x + radius, width - 1);
  uint4 sum = (uint4)(0);
  for (uint column = first; column <= last; ++column) {
    sum += convert_uint4(pixels[y * width + column]);
  }
  sums[y * width + x] = sum;
}

// Sums of these above and below, divided by the number of pixels.
__kernel void box_columns(__global const uint4* sums, __global uchar4* pixels, uint width,
                          uint height, uint radius) {
  const uint x = get_global_id(0);
  const uint y = get_global_id(1);
  if (x >= width || y >= height) return;
  const uint first = y > radius ? y - radius : 0;
  const uint last = min(y + radius, height - 1);
  uint4 sum = (uint4)(0);
  for (uint row = first; row <= last; ++row) sum += sums[row * width + x];
  const uint columns = min(x + radius, width - 1) - (x > radius ? x - radius : 0) + 1;
  pixels[y * width + x] = convert_uchar4(sum / (columns * (last - first + 1)));
}
