// SPDX-License-Identifier: Apache-2.0
// Speckle reducing anisotropic diffusion (Yu and Acton, 2002), two launches per iteration. Outside
// the image, pixels are those of its border.

// Differences to the four neighbours (north, south, west, east) and the diffusion coefficient.
__kernel void srad_coefficients(__global const float* image, __global float4* differences,
                                __global float* coefficients, uint width, uint height,
                                float speckle) {
  const uint x = get_global_id(0);
  const uint y = get_global_id(1);
  if (x >= width || y >= height) return;
  const uint pixel = y * width + x;
  const float centre = image[pixel];
  float4 away;
  away.x = image[y == 0 ? pixel : pixel - width] - centre;
  away.y = image[y == height - 1 ? pixel : pixel + width] - centre;
  away.z = image[x == 0 ? pixel : pixel - 1] - centre;
  away.w = image[x == width - 1 ? pixel : pixel + 1] - centre;
  const float gradient =
      (away.x * away.x + away.y * away.y + away.z * away.z + away.w * away.w) / (centre * centre);
  const float laplacian = (away.x + away.y + away.z + away.w) / centre;
  const float base = 1.0f + 0.25f * laplacian;
  const float variation = (0.5f * gradient - 0.0625f * laplacian * laplacian) / (base * base);
  const float coefficient =
      1.0f / (1.0f + (variation - speckle) / (speckle * (1.0f + speckle)));
  differences[pixel] = away;
  coefficients[pixel] = coefficient < 0.0f ? 0.0f : coefficient > 1.0f ? 1.0f : coefficient;
}

__kernel void srad_update(__global float* image, __global const float4* differences,
                          __global const float* coefficients, uint width, uint height,
                          float step) {
  const uint x = get_global_id(0);
  const uint y = get_global_id(1);
  if (x >= width || y >= height) return;
  const uint pixel = y * width + x;
  const float here = coefficients[pixel];
  const float south = y == height - 1 ? here : coefficients[pixel + width];
  const float east = x == width - 1 ? here : coefficients[pixel + 1];
  const float4 away = differences[pixel];
  const float flow = here * away.x + south * away.y + here * away.z + east * away.w;
  image[pixel] += 0.25f * step * flow;
}
