// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of a symmetric tridiagonal matrix by bisection: uneven loops in every lane.
#pragma once

#include <cstdint>
#include <vector>

namespace lanefold {

struct TridiagonalMatrix {
  std::vector<float> diagonal;
  /// squares[i] is the square of the element that rows i - 1 and i share; squares[0] is 0.
  std::vector<float> squares;
};

/// Where the eigenvalues are searched: equal parts of low..low + intervals * width.
struct Spectrum {
  float low = 0, width = 0;
  std::uint32_t intervals = 0;
};

/// By Gershgorin's circles.
Spectrum spectrum_of(const TridiagonalMatrix& matrix, std::uint32_t intervals);
struct Eigenvalues {
  std::vector<float> values;         ///< in ascending order
  std::vector<std::uint32_t> found;  ///< in each interval
};
Eigenvalues eigenvalues_of(const TridiagonalMatrix& matrix, const Spectrum& spectrum,
                           float tolerance);

}  // namespace lanefold
