// SPDX-License-Identifier: Apache-2.0
// Square matrices of the dense solvers, and their host references.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/random.h"

namespace lanefold {

/// Row by row.
struct SquareMatrix {
  std::uint32_t size = 0;
  std::vector<float> values;
  float& at(std::size_t row, std::size_t column) { return values[row * size + column]; }
  float at(std::size_t row, std::size_t column) const { return values[row * size + column]; }
};

/// Its diagonal dominates, so that no solver needs to exchange rows.
inline SquareMatrix dominant_matrix(SplitMix64& random, std::uint32_t size) {
  SquareMatrix matrix{size, std::vector<float>(std::size_t{size} * size)};
  for (float& value : matrix.values) value = random.between(-1.0F, 1.0F);
  for (std::size_t row = 0; row < size; ++row) {
    matrix.at(row, row) = random.between(1.0F, 2.0F) * static_cast<float>(size);
  }
  return matrix;
}

/// L below the diagonal, which is 1, and U on and above it.
SquareMatrix lu_decomposed(SquareMatrix matrix);
/// Solves matrix x = right by elimination, which reduces the matrix, and substitution.
std::vector<float> gaussian_solution(SquareMatrix& matrix, std::vector<float> right);

}  // namespace lanefold
