// SPDX-License-Identifier: Apache-2.0
// Gaussian elimination without pivoting, then substitution from the last row to the first.

// By how much of row `step` each row below it is reduced.
__kernel void gaussian_factors(__global const float* matrix, __global float* factors, uint size,
                               uint step) {
  const uint row = step + 1 + get_global_id(0);
  if (row < size) factors[row] = matrix[row * size + step] / matrix[step * size + step];
}

// Reduces the rows below, and the right side with the work-items of the first column.
__kernel void gaussian_reduce(__global float* matrix, __global float* right,
                              __global const float* factors, uint size, uint step) {
  const uint column = step + get_global_id(0);
  const uint row = step + 1 + get_global_id(1);
  if (column >= size || row >= size) return;
  matrix[row * size + column] -= factors[row] * matrix[step * size + column];
  if (column == step) right[row] -= factors[row] * right[step];
}

// Substitutes the solution of row `step`; `right` becomes the solution from there on.
__kernel void gaussian_substitute(__global const float* matrix, __global const float* right,
                                  __global float* next, uint size, uint step) {
  const uint row = get_global_id(0);
  if (row >= size) return;
  const float solution = right[step] / matrix[step * size + step];
  if (row < step) {
    next[row] = right[row] - matrix[row * size + step] * solution;
  } else if (row == step) {
    next[row] = solution;
  } else {
    next[row] = right[row];
  }
}
