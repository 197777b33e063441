// SPDX-License-Identifier: Apache-2.0
// Gaussian blur by a recursive filter (Deriche, 1993): one column per work-item, downwards, then
// upwards. Columns become rows on the way, so that a second launch blurs the rows.

// Coefficients of both directions, and how the filter answers a constant before its first pixel.
typedef struct {
  float a0, a1, a2, a3;
  float b1, b2;
  float start_down, start_up;
} Filter;

__kernel void recursive_gaussian(__global const float* image, __global float* result, uint width,
                                 uint height, Filter filter) {
  const uint x = get_global_id(0);
  if (x >= width) return;
  float input = image[x];
  float before = input * filter.start_down, last = before;
  for (uint y = 0; y < height; ++y) {
    const float pixel = image[y * width + x];
    const float output =
        filter.a0 * pixel + filter.a1 * input - filter.b1 * last - filter.b2 * before;
    result[x * height + y] = output;
    input = pixel;
    before = last;
    last = output;
  }
  float input2 = image[(height - 1) * width + x];
  input = input2;
  last = before = input * filter.start_up;
  for (uint y = height; y-- > 0;) {
    const float output =
        filter.a2 * input + filter.a3 * input2 - filter.b1 * last - filter.b2 * before;
    input2 = input;
    input = image[y * width + x];
    before = last;
    last = output;
    result[x * height + y] += output;
  }
}
