// SPDX-License-Identifier: Apache-2.0
// Breadth-first search of a random graph: divergent branches, uneven loops, scattered accesses.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/random.h"

namespace lanefold {

/// Directed edges, grouped by their source: those of node n are targets[first_edge[n]] to
/// targets[first_edge[n + 1] - 1].
struct Graph {
  std::vector<std::uint32_t> first_edge;
  std::vector<std::uint32_t> targets;
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(first_edge.size() - 1); }
};

/// Out-degrees are uneven: most nodes have 1 to 4 edges, every eighth up to 24.
Graph random_graph(SplitMix64& random, std::uint32_t nodes);
/// Edges from `source` to each node on a shortest path, -1 if there is none.
std::vector<std::int32_t> bfs_distances(const Graph& graph, std::uint32_t source);

}  // namespace lanefold
