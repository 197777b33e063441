// SPDX-License-Identifier: Apache-2.0
// A sparse matrix times a vector, y = A x. Each work-item adds up one row. Rows have `length[row]`
// elements, with room for `most`: an element has a column and a value.

// A row's elements lie one behind the other.
__kernel void by_rows(__global float* y, __global const uint* length, __global const uint* column,
                      __global const float* value, __global const float* x, uint most) {
  const uint row = get_global_id(0);
  float sum = 0;
  for (uint k = 0; k < length[row]; ++k) {
    const uint at = row * most + k;
    sum += value[at] * x[column[at]];
  }
  y[row] = sum;
}

// The first elements of all rows lie one behind the other, then the second ones: the format
// ELLPACK-R.
__kernel void by_columns(__global float* y, __global const uint* length,
                         __global const uint* column, __global const float* value,
                         __global const float* x, uint most) {
  const uint row = get_global_id(0), rows = get_global_size(0);
  float sum = 0;
  for (uint k = 0; k < length[row]; ++k) {
    const uint at = k * rows + row;
    sum += value[at] * x[column[at]];
  }
  y[row] = sum;
}
