// SPDX-License-Identifier: Apache-2.0
// Lanes of a slice become a slice of their own, and come back (dynamic warp subdivision).
#include "decisions/divergence/reconvergence.h"

namespace lanefold {

void Reconvergence::start(const Part& part) {
  start(part.split.pc, part.split.rank, part.split.mask);
  splits_.back() = part.split;
  meeting_ = part.meeting;
  if (meeting_.exists()) given_ = part.split.mask;
}

std::optional<Part> Reconvergence::part_behind_load(const BehindLoad& next, LaneMask lanes) {
  Split part = current();
  part.pc = next.pc;
  part.rank = next.rank;
  part.mask = lanes;
  const Meeting exit{next.loop_exit_pc, next.loop_exit_rank, part.depth};
  const std::optional<Meeting> meeting = expect(part, exit);
  if (!meeting) return {};
  splits_.back().mask = splits_.back().mask.without(lanes);
  return part_of(part, *meeting);
}

std::optional<Part> Reconvergence::part_path(LaneMask path, const Meeting& join) {
  const std::size_t index = path_of_branch(path, join);
  if (index == splits_.size()) return {};
  const Split part = splits_[index];
  splits_.erase(splits_.begin() + static_cast<std::ptrdiff_t>(index));
  const std::optional<Meeting> meeting = expect(part, join);
  if (meeting) return part_of(part, *meeting);
  splits_.insert(splits_.begin() + static_cast<std::ptrdiff_t>(index), part);
  return {};
}

Part Reconvergence::part_of(Split split, const Meeting& meeting) {
  const Meeting end = meeting.exists() ? meeting : Meeting{};
  if (end.exists()) away_ |= split.mask;
  split.reconvergence_pc = end.pc;
  split.reconvergence_depth = end.depth;
  return {split, end};
}

std::size_t Reconvergence::path_of_branch(LaneMask path, const Meeting& join) const {
  for (std::size_t i = 0; i + 1 < splits_.size(); ++i) {
    const Split& split = splits_[i];
    const bool joined = split.pc == join.pc && split.depth == join.depth;
    if (split.mask == path && !joined && (path & away_).none()) return i;
  }
  return splits_.size();
}

void Reconvergence::take_back(Reconvergence& other) {
  const LaneMask back = other.live();
  away_ = away_.without(other.given_);
  if (const LaneMask lost = other.given_.without(back); lost.any()) lose(lost);
  other.splits_.clear();
}

bool Reconvergence::can_absorb(const Reconvergence& other) const {
  if (done() || other.splits_.size() != 1 || other.waits() || waits()) return false;
  const Split& here = current();
  const Split& there = other.current();
  if (there.depth != other.meeting_.depth) return false;
  return here.pc == there.pc && here.rank == there.rank && here.depth == there.depth;
}

void Reconvergence::absorb(Reconvergence& other) {
  const LaneMask lanes = other.live();
  if ((away_ & other.given_).any()) {
    away_ = away_.without(other.given_);
    if (const LaneMask lost = other.given_.without(lanes); lost.any()) lose(lost);
    come_early(lanes);
  } else {
    given_ |= other.given_;
  }
  join(lanes);
  other.splits_.clear();
}

}  // namespace lanefold
