// SPDX-License-Identifier: Apache-2.0
// The lanes of one slice: where they are, and how they go on under a reconvergence policy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "decisions/divergence/diverge_on_miss.h"
#include "decisions/divergence/reconvergence.h"
#include "decisions/divergence/slice_subdivision.h"

namespace lanefold {

class SliceLanes {
 public:
  /// Loads leave lanes behind in the table of `left_behind`, which outlives the slice.
  explicit SliceLanes(ReconvergencePolicy policy,
                      LeftBehindAccess left_behind = own_left_behind_table());
  SliceLanes(const SliceLanes&) = delete;
  SliceLanes& operator=(const SliceLanes&) = delete;

  /// All lanes of `mask` start at `pc`.
  void start(std::uint32_t pc, std::uint32_t rank, LaneMask mask);
  /// Lanes that another slice has split off start.
  void start(const Part& part);

  /// The split that runs.
  const Split& current() const { return slice_.splits.back(); }
  bool done() const { return slice_.splits.empty(); }
  /// Where the lanes of all splits are, and where they go: the same numbers for the same state of a
  /// slice that keeps its lanes and leaves none behind.
  void list_places(std::vector<std::uint64_t>& places) const;
  std::size_t split_count() const { return slice_.splits.size(); }
  /// Splits that have met another one, since construction.
  std::uint64_t merges() const { return slice_.merges; }
  /// Lanes that have not ended.
  LaneMask live() const { return policy_->live(); }
  /// Whether the running split waits for values that have not come, or for another slice.
  bool waits() const { return slice_.waits(); }

  /// The running split goes on to the next instruction of its block.
  void step() { slice_.splits.back().pc += 4; }
  /// The running split leaves `block`: its lanes go along `edges`, which are disjoint; lanes on no
  /// edge have ended.
  void leave(const BlockFlow& block, const FlowEdge* edges, std::size_t count) {
    if (slice_.splits.size() == 1 && count == 1) {
      slice_.splits.back().follow(edges[0]);
    } else {
      policy_->resolve(block, edges, count);
      if (done()) policy_->resume();
    }
    on_miss_.enter_block();
  }

  /// Lanes that loads leave behind.
  DivergeOnMiss& on_miss() { return on_miss_; }
  const DivergeOnMiss& on_miss() const { return on_miss_; }
  /// Lanes that become a slice of their own.
  SliceSubdivision& subdivision() { return subdivision_; }
  const SliceSubdivision& subdivision() const { return subdivision_; }

 private:
  SliceState slice_;
  std::unique_ptr<Reconvergence> policy_;
  DivergeOnMiss on_miss_{slice_, *policy_};
  SliceSubdivision subdivision_{slice_, *policy_};
};

}  // namespace lanefold
