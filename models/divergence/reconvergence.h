// SPDX-License-Identifier: Apache-2.0
// Where the lanes of one warp are: its splits, and which of them runs next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "divergence/control_flow.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

/// Lanes of a warp that are at the same place.
struct Split {
  std::uint32_t pc = 0;
  std::uint32_t rank = 0;   ///< of the edge by which the lanes came
  std::uint32_t depth = 0;  ///< calls that have not returned
  LaneMask mask;
  /// For policies with a stack: where this entry ends, and the depth at which it does.
  std::uint32_t reconvergence_pc = kFunctionEnd;
  std::uint32_t reconvergence_depth = 0;
};

/// One way that lanes leave a block.
struct FlowEdge {
  enum class Kind : std::uint8_t { Jump, Call, Return };
  std::uint32_t pc = 0;
  std::uint32_t rank = 0;
  Kind kind = Kind::Jump;
  LaneMask mask;
};

/// Base of the reconvergence policies. The last split is the one that runs.
class Reconvergence {
 public:
  virtual ~Reconvergence() = default;

  /// All lanes of `mask` start at `pc`.
  void start(std::uint32_t pc, std::uint32_t rank, LaneMask mask);

  const Split& current() const { return splits_.back(); }
  bool done() const { return splits_.empty(); }
  std::size_t split_count() const { return splits_.size(); }
  /// Lanes that have not ended.
  LaneMask live() const;

  /// The running split goes on to the next instruction of its block.
  void step() { splits_.back().pc += 4; }

  /// The running split leaves `block`: its lanes go along `edges`, which are disjoint; lanes on no
  /// edge have ended.
  void leave(const BlockFlow& block, const FlowEdge* edges, std::size_t count) {
    if (splits_.size() == 1 && count == 1) {
      move(splits_.back(), edges[0]);
    } else {
      resolve(block, edges, count);
    }
  }

 protected:
  /// Updates place and mask of a split along one edge.
  static void move(Split& split, const FlowEdge& edge) {
    split.pc = edge.pc;
    split.rank = edge.rank;
    split.mask = edge.mask;
    if (edge.kind == FlowEdge::Kind::Call) ++split.depth;
    if (edge.kind == FlowEdge::Kind::Return && split.depth > 0) --split.depth;
  }

  std::vector<Split> splits_;

 private:
  virtual void resolve(const BlockFlow& block, const FlowEdge* edges, std::size_t count) = 0;
};

/// Throws Error(Configuration) naming the policies there are.
std::unique_ptr<Reconvergence> make_reconvergence(const std::string& policy);

}  // namespace lanefold
