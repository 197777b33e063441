// SPDX-License-Identifier: Apache-2.0
// A split: lanes of a slice that are at the same place, and the ways that lead from there.
#pragma once

#include <cstdint>

#include "decisions/divergence/control_flow.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

/// One way that lanes leave a block.
struct FlowEdge {
  enum class Kind : std::uint8_t { Jump, Call, Return };
  std::uint32_t pc = 0;
  std::uint32_t rank = 0;
  Kind kind = Kind::Jump;
  LaneMask mask;
};

/// Where a load leads.
struct PlaceAfterLoad {
  std::uint32_t pc = 0;
  std::uint32_t rank = 0;
  std::uint32_t loop_exit_pc = kFunctionEnd;  ///< of the load's block
  std::uint32_t loop_exit_rank = 0;           ///< of lanes that come there from within the loop
};

/// Lanes of a slice that are at the same place.
struct Split {
  std::uint32_t pc = 0;
  std::uint32_t rank = 0;   ///< of the edge by which the lanes came
  std::uint32_t depth = 0;  ///< calls that have not returned
  LaneMask mask;
  /// For policies with a stack: where this entry ends, and the depth at which it does.
  std::uint32_t reconvergence_pc = kFunctionEnd;
  std::uint32_t reconvergence_depth = 0;
  LaneMask waiting;   ///< lanes whose loaded values have not come: the split does not run
  bool late = false;  ///< catches up with others, who wait for it

  /// The lanes of `edge`, and no others, go along it.
  void follow(const FlowEdge& edge) {
    pc = edge.pc;
    rank = edge.rank;
    mask = edge.mask;
    if (edge.kind == FlowEdge::Kind::Call) ++depth;
    if (edge.kind == FlowEdge::Kind::Return && depth > 0) --depth;
  }
};

/// Where lanes that have become a slice of their own come back to the slice that they were in.
/// Every way from where they are leads there. kFunctionEnd: they do not come back.
struct ReconvergencePoint {
  std::uint32_t pc = kFunctionEnd;
  std::uint32_t rank = 0;
  std::uint32_t depth = 0;

  bool exists() const { return pc != kFunctionEnd; }
  bool operator==(const ReconvergencePoint& other) const {
    return pc == other.pc && rank == other.rank && depth == other.depth;
  }
};

/// Lanes of one place that become a slice of their own (dynamic warp subdivision).
struct Part {
  Split split;
  ReconvergencePoint reconvergence;
};

}  // namespace lanefold
