// SPDX-License-Identifier: Apache-2.0
// How often each grey value occurs in an image: each work-item counts `each` pixels in global memory.
uint bin_of(uchar pixel) { return pixel >> 2; }

__kernel void histogram(__global uint* bins, __global const uchar* pixels, uint each) {
  const uint first = get_global_id(0) * each;
  for (uint i = 0; i < each; ++i) {
    const uchar pixel = pixels[first + i];
    if (pixel == 255) continue;
    atomic_inc(&bins[bin_of(pixel)]);
  }
}
