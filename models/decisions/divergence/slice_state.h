// SPDX-License-Identifier: Apache-2.0
// Where the lanes of one slice are: in a split, left behind by a load, or in another slice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "decisions/divergence/left_behind_table.h"
#include "decisions/divergence/split.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

/// A reconvergence policy orders the splits, DivergeOnMiss adds to the table, and SliceSubdivision
/// keeps what is known of other slices. The policy may take entries out of the table.
struct SliceState {
  std::vector<Split> splits;  ///< the last one runs
  LeftBehindAccess left_behind;
  ReconvergencePoint reconvergence;  ///< where the slice ends
  LaneMask outstanding;  ///< lanes in splits that wait for them, which are in another slice now
  std::uint64_t catch_ups = 0;  ///< entries of the table that have become splits
  std::uint64_t merges = 0;     ///< splits that have met another one

  explicit SliceState(LeftBehindAccess table) : left_behind(std::move(table)) {}

  /// Whether all lanes have come to where they meet the slice that split them off.
  bool at_reconvergence() const {
    return reconvergence.exists() && !splits.empty() && splits.back().pc == reconvergence.pc &&
           splits.back().depth == reconvergence.depth && (splits.back().mask & outstanding).none();
  }
  /// Whether the running split waits for values that have not come, or for another slice.
  bool waits() const {
    const Split& running = splits.back();
    return (running.waiting | (running.mask & outstanding)).any() || at_reconvergence();
  }
  /// Takes out the `index`th entry of the table. Its lanes catch up as the split returned.
  Split catch_up(std::size_t index) {
    ++catch_ups;
    const LeftBehind left = left_behind.changes->take(index);
    return {left.next_pc, left.next_rank, left.depth, left.lanes(), kFunctionEnd, 0, left.waiting,
            true};
  }
  /// The same of those of its lanes that have their values and are among `lanes`; there are some.
  Split catch_up_ready(std::size_t index, LaneMask lanes) {
    ++catch_ups;
    const LeftBehind left = left_behind.table->entries()[index];
    const LaneMask ready = left_behind.changes->take_ready(left.pc, left.depth, lanes);
    return {left.next_pc, left.next_rank, left.depth, ready, kFunctionEnd, 0, {}, true};
  }
};

}  // namespace lanefold
