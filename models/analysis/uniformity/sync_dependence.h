// SPDX-License-Identifier: Apache-2.0
// What becomes of values when lanes take different ways: where the ways meet, and which loops lanes
// leave in different iterations.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/uniformity/function_graph.h"

namespace lanefold {

/// What a branch does whose lanes part.
struct SyncDependence {
  /// Vertices to which disjoint ways lead from the branch: values that meet there can be of
  /// different lanes. The end of the function can be among them.
  std::vector<std::uint32_t> joins;
  /// Heads of loops around the branch that some lanes leave while others stay: values of the loop
  /// can be of different iterations after it.
  std::vector<std::uint32_t> loops;
  /// Lanes can go back to the head of a loop around the branch before they come to where all ways
  /// meet. A policy that has the others wait there all the same brings iterations together.
  bool goes_back = false;
  /// Lanes that have parted come into a loop at different places, so that nothing is known of when
  /// they are where.
  bool out_of_step = false;
};

/// What depends on the branch at the end of `vertex`. Lanes go through the graph in weak
/// topological order: all lanes of a loop are in the same iteration, and those that have left wait
/// for the others.
///
/// The result is that of joins by disjoint paths and temporal divergence (Rosemann, Moll, Hack: "An
/// abstract interpretation for SPMD divergence on reducible control flow graphs", POPL 2021).
SyncDependence sync_dependence(const FunctionGraph& graph, std::uint32_t vertex);

}  // namespace lanefold
