// SPDX-License-Identifier: Apache-2.0
// gaussian_filter with all nine pixels read for each one, by a loop that has a single load.

__kernel void gaussian_filter_rolled(__global const uchar* pixels, __global uchar* blurred,
                                     uint width, uint height, uint tile_width) {
  const int y = get_global_id(0);
  if (y >= (int)height) return;
  const int begin = get_global_id(1) * tile_width;
  const int end = min(begin + tile_width, width);
  for (int x = begin; x < end; ++x) {
    uint sum = 8;  // rounds
#pragma unroll 1
    for (int j = -1; j <= 1; ++j) {
      __global const uchar* row = pixels + clamp(y + j, 0, (int)height - 1) * (int)width;
#pragma unroll 1
      for (int i = -1; i <= 1; ++i) {
        const int weight = (2 - j * j) * (2 - i * i);
        sum += weight * row[clamp(x + i, 0, (int)width - 1)];
      }
    }
    blurred[y * width + x] = (uchar)(sum / 16);
  }
}
