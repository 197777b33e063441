// SPDX-License-Identifier: Apache-2.0
// LU decomposition in place without pivoting, two launches per step: L below the diagonal, which is
// 1, and U on and above it.

// The type of the numbers; a file that includes this one may define another.
#ifndef NUMBER
#define NUMBER float
#endif

// Divides column `step` below the diagonal by the pivot.
__kernel void lu_column(__global NUMBER* matrix, uint size, uint step) {
  const uint row = step + 1 + get_global_id(0);
  if (row < size) matrix[row * size + step] /= matrix[step * size + step];
}

// Takes the product of column and row `step` from the rest of the matrix.
__kernel void lu_rest(__global NUMBER* matrix, uint size, uint step) {
  const uint column = step + 1 + get_global_id(0);
  const uint row = step + 1 + get_global_id(1);
  if (row >= size || column >= size) return;
  matrix[row * size + column] -= matrix[row * size + step] * matrix[step * size + column];
}
