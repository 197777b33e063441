// SPDX-License-Identifier: Apache-2.0
// Kernel of a support vector machine: a row of its matrix per launch, one vector per work-item.

// How similar each vector is to the chosen one, by a radial basis function. The components of a
// vector lie next to each other.
__kernel void svm_row(__global const float* vectors, __global float* rows, uint count,
                      uint dimensions, uint row, uint chosen, float gamma) {
  const uint vector = get_global_id(0);
  if (vector >= count) return;
  float distance = 0.0f;
  for (uint i = 0; i < dimensions; ++i) {
    const float offset = vectors[vector * dimensions + i] - vectors[chosen * dimensions + i];
    distance += offset * offset;
  }
  rows[row * count + vector] = native_exp(-gamma * distance);
}
