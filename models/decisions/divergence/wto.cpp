// SPDX-License-Identifier: Apache-2.0
// Reconvergence by weak topological order.
#include "decisions/divergence/wto.h"

#include <algorithm>

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

}  // namespace

void WtoReconvergence::start() {
  held_.clear();
  catching_up_ = LaneMask();
}

void WtoReconvergence::resolve(const BlockFlow& /*block*/, const FlowEdge* edges,
                               std::size_t count) {
  const Split left = splits_.back();
  splits_.pop_back();
  for (std::size_t i = 0; i < count; ++i) {
    Split arrived = left;
    arrived.follow(edges[i]);
    insert(arrived);
  }
}

void WtoReconvergence::merge(LaneMask lanes) { splits_.back().mask |= lanes; }

std::size_t WtoReconvergence::replacement(LaneMask lanes) const {
  const Split& running = current();
  return slice_.left_behind.table->index_of([&](const LeftBehind& left) {
    return (left.pc != running.pc || left.depth != running.depth) && (left.lanes() & lanes).any();
  });
}

void WtoReconvergence::run_instead(const Split& late) {
  splits_.pop_back();
  reconverge_here(late);
}

bool WtoReconvergence::has_other_path() const {
  if (splits_.size() < 2) return false;
  return can_run(splits_[splits_.size() - 2]);
}

void WtoReconvergence::run_other_path() { splits_.pop_back(); }

void WtoReconvergence::reconverge_here(const Split& late) {
  catching_up_ |= late.mask;
  insert(late);
}

bool WtoReconvergence::gather(Gathering at) {
  merge_others_here(splits_);
  merge_others_here(held_);
  const LaneMask here = current().mask;
  const std::uint32_t depth = at == Gathering::Return ? current().depth : 0;
  const bool late = catch_up([depth](const LeftBehind& left) { return left.depth >= depth; });
  return at == Gathering::Return ? late : hold(here) || late;
}

void WtoReconvergence::resume() {
  if (catch_up([](const LeftBehind&) { return true; })) return;
  for (const Split& split : held_) insert(split);
  held_.clear();
}

/// Lanes come to `exit` by a back edge unless its rank is higher, and then by another rank.
std::optional<ReconvergencePoint> WtoReconvergence::split_off(const Split& part,
                                                              const ReconvergencePoint& exit) {
  const bool ahead = exit.exists() && exit.rank > std::max(part.rank, current().rank);
  const ReconvergencePoint end = ahead ? nearest(exit) : slice_.reconvergence;
  if (end.exists()) {
    insert({end.pc, end.rank, end.depth, part.mask, kFunctionEnd, 0, {}, false});
  }
  return end;
}

void WtoReconvergence::reconverge_early(LaneMask lanes) { retire(lanes); }

void WtoReconvergence::retire(LaneMask lanes) {
  for (Split& split : splits_) split.mask = split.mask.without(lanes);
  const auto empty = [](const Split& split) { return split.mask.none(); };
  splits_.erase(std::remove_if(splits_.begin(), splits_.end(), empty), splits_.end());
}

/// Keeps the splits sorted, the next to run last. Lanes that have come to where others are
/// waited for wait, too; those at the slice's end, until no others are left.
void WtoReconvergence::insert(const Split& arrived) {
  for (Split& split : splits_) {
    if (split.pc != arrived.pc || split.depth != arrived.depth) continue;
    if ((split.mask & slice_.outstanding).none() && !at_end(arrived)) continue;
    split.mask |= arrived.mask;
    ++slice_.merges;
    return;
  }
  if (at_end(arrived)) {
    splits_.insert(splits_.begin(), arrived);
    return;
  }
  auto place = splits_.end();
  const auto waits_longer = [&](const Split& split) {
    return runs_before(split, arrived) && !at_end(split);
  };
  while (place != splits_.begin() && waits_longer(*(place - 1))) --place;
  if (place != splits_.begin() && same_place(*(place - 1), arrived)) {
    ++slice_.merges;
    (place - 1)->mask |= arrived.mask;
    (place - 1)->waiting |= arrived.waiting;
    (place - 1)->late &= arrived.late;
  } else {
    splits_.insert(place, arrived);
  }
}

bool WtoReconvergence::can_run(const Split& split) const {
  return (split.waiting | (split.mask & slice_.outstanding)).none() && !at_end(split);
}

bool WtoReconvergence::at_end(const Split& split) const {
  const ReconvergencePoint& end = slice_.reconvergence;
  return end.exists() && split.pc == end.pc && split.depth == end.depth;
}

/// The nearer of `exit`, a place within the function, and the place where the slice itself ends.
ReconvergencePoint WtoReconvergence::nearest(const ReconvergencePoint& exit) const {
  const ReconvergencePoint& end = slice_.reconvergence;
  const bool within = !end.exists() || exit.depth > end.depth;
  return within || exit.rank < end.rank ? exit : end;
}

/// Splits that have come to the place of the running split by another way merge with it.
void WtoReconvergence::merge_others_here(std::vector<Split>& others) {
  Split running = splits_.back();
  splits_.pop_back();
  const auto here = [&](const Split& other) {
    return other.pc == running.pc && other.depth == running.depth && other.waiting.none();
  };
  for (const Split& other : others) {
    if (!here(other)) continue;
    ++slice_.merges;
    running.mask |= other.mask;
    running.late &= other.late;
  }
  others.erase(std::remove_if(others.begin(), others.end(), here), others.end());
  splits_.push_back(running);
}

/// Lanes that were left behind at certain places run on.
template <class Where>
bool WtoReconvergence::catch_up(const Where& where) {
  bool any = false;
  for (std::size_t i = slice_.left_behind.table->entries().size(); i-- > 0;) {
    if (!where(slice_.left_behind.table->entries()[i])) continue;
    reconverge_here(slice_.catch_up(i));
    any = true;
  }
  return any;
}

/// Only those that are late.
bool WtoReconvergence::come_to_barrier(LaneMask absent) const {
  return (catching_up_ | held()).contains(absent);
}

/// At a barrier the lanes `here` let others come, if these may. Late ones may have
/// merged with them: a load that leads to the barrier has left these behind.
bool WtoReconvergence::hold(LaneMask here) {
  const LaneMask absent = live().without(here);
  if (absent.none()) catching_up_ = LaneMask();
  const bool come = splits_.size() > 1 && come_to_barrier(absent);
  if (absent.none() || !come) return false;
  const auto running = std::find_if(splits_.begin(), splits_.end(),
                                    [&](const Split& split) { return split.mask.contains(here); });
  held_.push_back(*running);
  held_.back().mask = here;
  held_.back().waiting = LaneMask();
  running->mask = running->mask.without(here);
  running->late = true;
  if (running->mask.none()) splits_.erase(running);
  return true;
}

LaneMask WtoReconvergence::held() const {
  LaneMask all;
  for (const Split& split : held_) all |= split.mask;
  return all;
}

std::unique_ptr<Reconvergence> make_wto_reconvergence(SliceState& slice);
std::unique_ptr<Reconvergence> make_wto_reconvergence(SliceState& slice) {
  return std::make_unique<WtoReconvergence>(slice);
}

}  // namespace lanefold
