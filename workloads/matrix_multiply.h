// SPDX-License-Identifier: Apache-2.0
// Matrix product with tiles in local memory: barriers and arithmetic, no divergence.
#pragma once

#include <cstdint>
#include <vector>

namespace lanefold {

/// C (rows x columns) = A (rows x inner) x B (inner x columns), all row by row.
struct MatrixShape {
  std::uint32_t rows = 0, inner = 0, columns = 0;
};

/// Sums products in ascending order of the inner index, in single precision.
std::vector<float> multiply_matrices(const MatrixShape& shape, const std::vector<float>& a,
                                     const std::vector<float>& b);

}  // namespace lanefold
