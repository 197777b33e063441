// SPDX-License-Identifier: Apache-2.0
// Sobel operator on a grey image: the magnitude of the gradient; 0 on the border.

__kernel void sobel(__global const uchar* pixels, __global uchar* edges, uint width, uint height) {
  const uint x = get_global_id(0);
  const uint y = get_global_id(1);
  if (x >= width || y >= height) return;
  const uint pixel = y * width + x;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    edges[pixel] = 0;
    return;
  }
  __global const uchar* above = pixels + pixel - width;
  __global const uchar* here = pixels + pixel;
  __global const uchar* below = pixels + pixel + width;
  const int right = above[1] + 2 * here[1] + below[1];
  const int left = above[-1] + 2 * here[-1] + below[-1];
  const int upper = above[-1] + 2 * above[0] + above[1];
  const int lower = below[-1] + 2 * below[0] + below[1];
  const int dx = right - left, dy = lower - upper;
  edges[pixel] = (uchar)min(sqrt((float)(dx * dx + dy * dy)), 255.0f);
}
