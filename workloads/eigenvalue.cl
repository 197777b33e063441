// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of a symmetric tridiagonal matrix by bisection. `diagonal` and the squares of the
// elements beside it are in `squares`: squares[i] belongs to rows i - 1 and i; squares[0] is 0.

// How many eigenvalues are below x: the negative pivots of the matrix less x on its diagonal
// (Sturm sequence).
static uint eigenvalues_below(__global const float* diagonal, __global const float* squares,
                              uint rows, float x) {
  uint below = 0;
  float pivot = 1.0f;
  for (uint row = 0; row < rows; ++row) {
    pivot = diagonal[row] - x - squares[row] / pivot;
    if (pivot == 0.0f) pivot = 1.0e-20f;
    if (pivot < 0.0f) ++below;
  }
  return below;
}

// Each work-item has one of `intervals` equal parts of low..high and bisects for every eigenvalue
// in it: none, one or several. `found` says how many.
__kernel void eigenvalue(__global const float* diagonal, __global const float* squares,
                         __global float* eigenvalues, __global uint* found, uint rows,
                         uint intervals, float low, float width, float tolerance) {
  const uint interval = get_global_id(0);
  if (interval >= intervals) return;
  const float left = low + width * (float)interval;
  const float right = low + width * (float)(interval + 1);
  const uint first = eigenvalues_below(diagonal, squares, rows, left);
  const uint last = eigenvalues_below(diagonal, squares, rows, right);
  found[interval] = last - first;
  for (uint index = first; index < last; ++index) {
    float from = left, to = right;
    while (to - from > tolerance * fmax(fabs(from), fabs(to))) {
      const float middle = 0.5f * (from + to);
      if (middle <= from || middle >= to) break;
      if (eigenvalues_below(diagonal, squares, rows, middle) > index) {
        to = middle;
      } else {
        from = middle;
      }
    }
    eigenvalues[index] = 0.5f * (from + to);
  }
}
