// SPDX-License-Identifier: Apache-2.0
// Square matrices of the dense solvers, and their host references.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/random.h"

namespace lanefold {

/// Row by row.
template <class Number>
struct SquareMatrixOf {
  std::uint32_t size = 0;
  std::vector<Number> values;
  Number& at(std::size_t row, std::size_t column) { return values[row * size + column]; }
  Number at(std::size_t row, std::size_t column) const { return values[row * size + column]; }
};
using SquareMatrix = SquareMatrixOf<float>;

/// Its diagonal dominates, so that no solver needs to exchange rows. Elements
/// are float values in either type, so that both forms of a workload have the same input.
template <class Number = float>
SquareMatrixOf<Number> dominant_matrix(SplitMix64& random, std::uint32_t size) {
  SquareMatrixOf<Number> matrix{size, std::vector<Number>(std::size_t{size} * size)};
  for (Number& value : matrix.values) value = random.between(-1.0F, 1.0F);
  for (std::size_t row = 0; row < size; ++row) {
    matrix.at(row, row) = random.between(1.0F, 2.0F) * static_cast<float>(size);
  }
  return matrix;
}

/// L below the diagonal, which is 1, and U on and above it.
template <class Number>
SquareMatrixOf<Number> lu_decomposed(SquareMatrixOf<Number> matrix);
/// Solves matrix x = right by elimination, which reduces the matrix, and substitution.
std::vector<float> gaussian_solution(SquareMatrix& matrix, std::vector<float> right);

}  // namespace lanefold
