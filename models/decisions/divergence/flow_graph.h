// SPDX-License-Identifier: Apache-2.0
// Graph algorithms behind reconvergence, on one function's blocks: weak topological order and
// post-dominators.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace lanefold {

/// Vertices 0..n-1; successors[v] lists edges. Vertex 0 is the entry.
using FlowGraph = std::vector<std::vector<std::uint32_t>>;

/// Bourdoncle's weak topological order ("Efficient chaotic iteration strategies with widenings",
/// 1993): every cycle lies in a component that starts with its head, and every edge leads forward
/// or to the head of a component around it.
struct WeakTopologicalOrder {
  std::vector<std::uint32_t> rank;   ///< position of each vertex; latches take positions too
  std::vector<std::uint32_t> latch;  ///< for heads: the position after the component's last; else 0
  /// Head of the innermost component in which a vertex is; the number of vertices if in none.
  std::vector<std::uint32_t> head;
  std::uint32_t end = 0;  ///< number of positions

  /// Position carried along the edge: the latch for back edges, else the target's rank.
  std::uint32_t edge_rank(std::uint32_t from, std::uint32_t to) const {
    return contains(to, from) ? latch[to] : rank[to];
  }
  /// Whether `head` heads a component in which `vertex` is.
  bool contains(std::uint32_t head, std::uint32_t vertex) const {
    return latch[head] != 0 && rank[head] <= rank[vertex] && rank[vertex] < latch[head];
  }
};
WeakTopologicalOrder weak_topological_order(const FlowGraph& graph);

/// Immediate post-dominator of each vertex; n (one past the last vertex) stands for the function's
/// end, which also serves for vertices that cannot reach it. Vertices without successors lead to
/// the end.
std::vector<std::uint32_t> immediate_post_dominators(const FlowGraph& graph);

}  // namespace lanefold
