// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss: lanes of a slice that loads leave behind, and how they join the others again
// (SC'09 section 4).
#pragma once

#include <cstddef>
#include <cstdint>

#include "decisions/divergence/reconvergence.h"

namespace lanefold {

/// Keeps what the memory divergence table has of one slice.
class DivergeOnMiss {
 public:
  /// Both outlive it.
  DivergeOnMiss(SliceState& slice, Reconvergence& policy) : slice_(slice), policy_(policy) {}

  /// Lanes that were left behind in a loop have caught up before others go on behind it; otherwise
  /// before their function returns.
  void gather_at_loop_exits() { gathers_at_loop_exits_ = true; }
  /// Starts with no lanes left behind.
  void start() {
    slice_.left_behind.changes->clear();
    left_any_behind_ = false;
  }

  /// The running split is at a load, which leads to `next`. Of its lanes, those of `waiting` stay
  /// there for their values, and those of `ready` although they have them; at least one goes on.
  void leave_behind(const PlaceAfterLoad& next, LaneMask waiting, LaneMask ready);
  /// Whether lanes that were left behind elsewhere can run in place of the running split.
  bool can_yield() const {
    return !table().empty() && policy_.replacement(table().lanes()) != table().entries().size();
  }
  /// The running split is at a load, which leads to `next`. All of its lanes stay there, and others
  /// run instead, which can.
  void yield(const PlaceAfterLoad& next);
  /// The entry of lanes that were left behind elsewhere, have their values, and can run in place of
  /// the running split; as many as there are entries if there is none.
  std::size_t ready_entry() const;
  /// These lanes.
  LaneMask ready_elsewhere() const {
    const std::size_t entry = ready_entry();
    return entry == table().entries().size() ? LaneMask() : table().entries()[entry].ready;
  }
  /// The running split is at a load, which leads to `next`. All of its lanes stay there and wait,
  /// and `lanes` of ready_elsewhere() run instead.
  void run_ready(const PlaceAfterLoad& next, LaneMask lanes);
  /// Whether lanes on another path of a branch can run in place of the running split.
  bool has_other_path() const { return policy_.has_other_path(); }
  /// The running split is at a load, which leads to `next`. All of its lanes stay there and wait,
  /// and another path runs.
  void run_other_path(const PlaceAfterLoad& next);
  /// The running split is at a load: of the lanes left behind there, those of `allowed` that are
  /// ready join it. Returns them.
  LaneMask merge_ready(LaneMask allowed);
  /// Values of `lanes` have come.
  void arrive(LaneMask lanes);
  /// The running split is at a return or a barrier. True if others run first; it comes back then.
  bool gather(Gathering at) {
    const bool apart = at == Gathering::Barrier && policy_.comes_apart();
    return (left_any_behind_ || apart) && policy_.gather(at);
  }
  /// The running split has come to another block.
  void enter_block() {
    if (gathers_at_loop_exits_ && left_any_behind_) gather_behind_loop();
  }

  const LeftBehindTable& table() const { return *slice_.left_behind.table; }
  /// Entries of the table whose lanes have run as a split of their own, since construction.
  std::uint64_t catch_ups() const { return slice_.catch_ups; }
  /// Lanes that do not run because loads took different times: they were left behind, or wait for
  /// those who were.
  LaneMask off_by_memory() const {
    if (!left_any_behind_) return {};
    const Split& running = slice_.splits.back();
    return running.late ? policy_.live().without(running.mask) : table().lanes();
  }

 private:
  void gather_behind_loop();

  SliceState& slice_;
  Reconvergence& policy_;
  bool gathers_at_loop_exits_ = false;
  bool left_any_behind_ = false;  ///< since the start
};

}  // namespace lanefold
