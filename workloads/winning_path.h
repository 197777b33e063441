// SPDX-License-Identifier: Apache-2.0
// Paths of the highest score through the choices of several steps.
#pragma once

#include <cstdint>
#include <vector>

namespace lanefold {

/// Paths by the choice at which they end.
struct WinningPaths {
  std::vector<std::int32_t> scores;
  std::vector<std::uint32_t> origins;  ///< by step and choice: the choice of the step before

  /// The choices of the path with the highest score (of equal ones, the first), one for each step.
  std::vector<std::uint32_t> winner() const;
};

/// `gains` are those of each step's choices, step by step. Before the first step, all choices have
/// score 0. A path goes to the same choice or to a neighbour.
WinningPaths find_winning_paths(const std::vector<std::int32_t>& gains, std::uint32_t choices);

}  // namespace lanefold
