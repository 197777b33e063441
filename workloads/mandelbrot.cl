// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set by escape time, one pixel per work-item.

__kernel void mandelbrot(__global uint* iterations, uint width, uint height, float left, float top,
                         float step, uint limit) {
  const uint column = get_global_id(0);
  const uint row = get_global_id(1);
  if (column >= width || row >= height) return;
  const float real = left + step * (float)column;
  const float imaginary = top - step * (float)row;
  float x = 0.0f, y = 0.0f;
  float x_squared = 0.0f, y_squared = 0.0f;
  uint count = 0;
  while (count < limit && x_squared + y_squared <= 4.0f) {
    const float product = x * y;
    y = product + product + imaginary;
    x = x_squared - y_squared + real;
    x_squared = x * x;
    y_squared = y * y;
    ++count;
  }
  iterations[row * width + column] = count;
}
