// SPDX-License-Identifier: Apache-2.0
// All shortest paths of a weighted graph.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace lanefold {

constexpr std::uint32_t kUnreachable = std::numeric_limits<std::uint32_t>::max();

/// From each node (row) to each other.
struct ShortestPaths {
  std::uint32_t nodes = 0;
  std::vector<std::uint32_t> distance;
  std::vector<std::uint32_t> via;  ///< the highest node between the two, or kUnreachable
};

/// Turns the lengths of edges into those of paths.
void find_shortest_paths(ShortestPaths& paths);

}  // namespace lanefold
