// SPDX-License-Identifier: Apache-2.0
// One function of a program as a graph: its blocks, what they call, and its loops.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "decisions/divergence/flow_graph.h"
#include "decisions/program/program_image.h"

namespace lanefold {

/// Vertices are the blocks that control reaches from the entry without calls, a shared tail in each
/// function that jumps there. Vertex 0 is the entry. Calls lead to the block after them.
struct FunctionGraph {
  std::uint32_t entry = 0;            ///< pc
  std::vector<std::uint32_t> blocks;  ///< index in ControlFlow, by vertex
  /// Pc of what the block calls in its last instruction, by vertex.
  std::vector<std::optional<std::uint32_t>> calls;
  FlowGraph successors;    ///< with one more vertex, `end`
  FlowGraph predecessors;  ///< of the same graph
  /// Where all returns lead. Not in `order` if there are none.
  std::uint32_t end = 0;
  WeakTopologicalOrder order;
  std::vector<std::uint32_t> in_order;        ///< vertices by rank, `end` among them
  std::vector<std::uint32_t> post_dominator;  ///< immediate; the number of vertices: none
  /// Pc of a jump whose targets are not known, if there is one.
  std::optional<std::uint32_t> unknown_jump;

  /// Head of the innermost loop around a vertex, a head's own included; no_loop() if there is none.
  std::vector<std::uint32_t> loop;
  std::vector<std::uint32_t> outer_loop;  ///< the next loop around that of a head

  bool returns() const { return !predecessors[end].empty(); }
  std::uint32_t no_loop() const { return static_cast<std::uint32_t>(successors.size()); }
};

/// Throws nothing: what cannot be followed is in `unknown_jump`.
FunctionGraph function_graph(const ProgramImage& image, std::uint32_t entry);

}  // namespace lanefold
