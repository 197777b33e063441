// SPDX-License-Identifier: Apache-2.0
// n-queens by backtracking: every lane searches its own tree, the most divergent of the workloads.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/random.h"

namespace lanefold {

/// A board of which some first rows are filled; the layout is the kernel's. Bit c of each mask says
/// that column c of the next row is attacked along a column, a falling or a rising diagonal.
struct QueensPrefix {
  std::uint32_t columns = 0, falling = 0, rising = 0;
  std::uint32_t rows = 0;  ///< filled
};

/// All ways to fill the first `rows` rows of a board of `queens` x `queens`.
std::vector<QueensPrefix> queens_prefixes(std::uint32_t queens, std::uint32_t rows);
/// Ways to complete the board, by recursion.
std::uint32_t queens_solutions(std::uint32_t queens, const QueensPrefix& prefix);
/// The published number of solutions for 1 to 16 queens.
std::uint32_t known_queens_solutions(std::uint32_t queens);

}  // namespace lanefold
