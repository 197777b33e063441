// SPDX-License-Identifier: Apache-2.0
// Needleman-Wunsch alignment: wavefronts that grow and shrink, a barrier after each.
#pragma once

#include <cstdint>
#include <vector>

namespace lanefold {

/// Two sequences of letters 0..letters-1 and what aligning them scores.
struct AlignmentProblem {
  std::uint32_t letters = 0;
  std::vector<std::uint8_t> down, across;
  std::vector<std::int32_t> similarity;  ///< letters x letters, symmetric
  std::int32_t penalty = 0;              ///< for each letter of a gap
};

/// The matrix of (down + 1) x (across + 1) best scores of aligning prefixes, row by row.
std::vector<std::int32_t> alignment_scores(const AlignmentProblem& problem);

}  // namespace lanefold
