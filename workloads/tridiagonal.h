// SPDX-License-Identifier: Apache-2.0
// Tridiagonal systems by parallel cyclic reduction.
#pragma once

#include <vector>

namespace lanefold {

/// lower x[i - 1] + diagonal x[i] + upper x[i + 1] = right. The layout is the kernel's.
struct TridiagonalEquation {
  float lower = 0, diagonal = 0, upper = 0, right = 0;
};

std::vector<float> tridiagonal_solution(std::vector<TridiagonalEquation> system);

}  // namespace lanefold
