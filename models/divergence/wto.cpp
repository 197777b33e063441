// SPDX-License-Identifier: Apache-2.0
// Reconvergence by weak topological order: the deepest call runs first, then the lowest rank; equal
// places merge.
//
// A lane that takes a back edge carries its loop's latch rank and so waits for every lane that is
// still in the loop's body; a lane that leaves the loop carries a larger rank and waits for all of
// them.
#include <algorithm>

#include "divergence/reconvergence.h"

namespace lanefold {
namespace {

bool same_place(const Split& a, const Split& b) {
  return a.pc == b.pc && a.rank == b.rank && a.depth == b.depth;
}

bool runs_before(const Split& a, const Split& b) {
  if (a.depth != b.depth) return a.depth > b.depth;
  if (a.rank != b.rank) return a.rank < b.rank;
  return a.pc < b.pc;
}

class WtoReconvergence final : public Reconvergence {
  void resolve(const BlockFlow& /*block*/, const FlowEdge* edges, std::size_t count) override {
    const Split left = splits_.back();
    splits_.pop_back();
    for (std::size_t i = 0; i < count; ++i) {
      Split arrived = left;
      move(arrived, edges[i]);
      insert(arrived);
    }
  }

  /// Keeps the splits sorted, the next to run last.
  void insert(const Split& arrived) {
    auto place = splits_.end();
    while (place != splits_.begin() && runs_before(*(place - 1), arrived)) --place;
    if (place != splits_.begin() && same_place(*(place - 1), arrived)) {
      (place - 1)->mask |= arrived.mask;
    } else {
      splits_.insert(place, arrived);
    }
  }
};

}  // namespace

std::unique_ptr<Reconvergence> make_wto_reconvergence();
std::unique_ptr<Reconvergence> make_wto_reconvergence() {
  return std::make_unique<WtoReconvergence>();
}

}  // namespace lanefold
