// SPDX-License-Identifier: Apache-2.0
// Discrete cosine transform of 8 x 8 blocks of an image: C x block x C transposed, where C has the
// cosines. Each launch multiplies by C on one side; one element per work-item.

#define BLOCK 8

// Rows: every block times C transposed.
__kernel void dct_rows(__global const float* image, __constant float* cosines,
                       __global float* result, uint width, uint height) {
  const uint x = get_global_id(0);
  const uint y = get_global_id(1);
  if (x >= width || y >= height) return;
  __global const float* row = image + y * width + x / BLOCK * BLOCK;
  float sum = 0.0f;
  for (uint i = 0; i < BLOCK; ++i) sum += row[i] * cosines[x % BLOCK * BLOCK + i];
  result[y * width + x] = sum;
}

// Columns: C times every block.
__kernel void dct_columns(__global const float* image, __constant float* cosines,
                          __global float* result, uint width, uint height) {
  const uint x = get_global_id(0);
  const uint y = get_global_id(1);
  if (x >= width || y >= height) return;
  __global const float* column = image + y / BLOCK * BLOCK * width + x;
  float sum = 0.0f;
  for (uint i = 0; i < BLOCK; ++i) sum += cosines[y % BLOCK * BLOCK + i] * column[i * width];
  result[y * width + x] = sum;
}
