// SPDX-License-Identifier: Apache-2.0
// Reconvergence at immediate post-dominators: the textbook stack that ISCA'13, SC'09 and IPDPS'12
// assume.
//
// The top entry runs until it reaches its reconvergence pc. A branch that diverges leaves an entry
// at the branch's post-dominator and pushes one entry per path. Where paths meet only at the end of
// the function, the entry below, whose pc is kFunctionEnd then, waits for them to return.
#include "divergence/reconvergence.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

class IpdomReconvergence final : public Reconvergence {
  void resolve(const BlockFlow& block, const FlowEdge* edges, std::size_t count) override {
    LaneMask stay;
    for (std::size_t i = 0; i < count; ++i) stay |= edges[i].mask;
    end_lanes(current().mask.without(stay));
    if (count == 1) {
      follow(edges[0]);
    } else if (count > 1) {
      diverge(block, edges, count);
    }
    unwind();
  }

  void end_lanes(LaneMask ended) {
    for (Split& entry : splits_) entry.mask = entry.mask.without(ended);
  }

  void follow(const FlowEdge& edge) {
    const Split left = current();
    move(splits_.back(), edge);
    const bool path_ends = edge.kind == FlowEdge::Kind::Return && splits_.size() > 1 &&
                           left.reconvergence_pc == kFunctionEnd &&
                           left.reconvergence_depth == left.depth;
    if (!path_ends) return;
    splits_.pop_back();
    // The entry that waits for this path: not yet told where it goes on, or told so by an earlier
    // path.
    for (auto below = splits_.rbegin(); below != splits_.rend(); ++below) {
      const bool waits = below->pc == kFunctionEnd && below->depth == left.depth;
      const bool told = below->pc == edge.pc && below->depth + 1 == left.depth;
      if (told) return;
      if (waits) {
        below->pc = edge.pc;
        below->rank = edge.rank;
        --below->depth;
        return;
      }
    }
  }

  void diverge(const BlockFlow& block, const FlowEdge* edges, std::size_t count) {
    if (edges[0].kind == FlowEdge::Kind::Return) {
      throw Error(ErrorKind::Program,
                  "lanes return to different addresses, which the ipdom stack cannot follow; use "
                  "core.reconvergence=wto");
    }
    const Split left = current();
    const std::uint32_t join = block.reconvergence_pc;
    const bool waits_below = splits_.size() > 1 && left.reconvergence_pc == join &&
                             left.reconvergence_depth == left.depth;
    if (waits_below) {
      splits_.pop_back();  // the entry below already waits at the same place
    } else {
      splits_.back().pc = join;
    }
    for (std::size_t i = count; i-- > 0;) {
      Split path = left;
      move(path, edges[i]);
      path.reconvergence_pc = join;
      path.reconvergence_depth = left.depth;
      if (path.pc != join) splits_.push_back(path);
    }
  }

  /// Drops entries that have no lanes left or have reached their reconvergence pc.
  void unwind() {
    while (!splits_.empty()) {
      const Split& top = splits_.back();
      const bool joined = splits_.size() > 1 && top.pc == top.reconvergence_pc &&
                          top.depth == top.reconvergence_depth;
      if (top.mask.any() && !joined) return;
      splits_.pop_back();
    }
  }
};

}  // namespace

std::unique_ptr<Reconvergence> make_ipdom_reconvergence();
std::unique_ptr<Reconvergence> make_ipdom_reconvergence() {
  return std::make_unique<IpdomReconvergence>();
}

}  // namespace lanefold
