// SPDX-License-Identifier: Apache-2.0
// Lanes of a slice become a slice of their own, and come back.
#include "decisions/divergence/slice_subdivision.h"

namespace lanefold {

void SliceSubdivision::start(const Part& part) {
  slice_.reconvergence = part.reconvergence;
  slice_.outstanding = {};
  awaited_ = part.reconvergence.exists() ? part.split.mask : LaneMask();
}

std::optional<Part> SliceSubdivision::split_at_load(const PlaceAfterLoad& next, LaneMask lanes) {
  Split part = slice_.splits.back();
  part.pc = next.pc;
  part.rank = next.rank;
  part.mask = lanes;
  const ReconvergencePoint exit{next.loop_exit_pc, next.loop_exit_rank, part.depth};
  const auto reconvergence = policy_.split_off(part, exit);
  if (!reconvergence) return {};
  LaneMask& stay = slice_.splits.back().mask;
  stay = stay.without(lanes);
  return part_of(part, *reconvergence);
}

std::optional<Part> SliceSubdivision::split_at_branch(LaneMask path,
                                                      const ReconvergencePoint& join) {
  std::vector<Split>& splits = slice_.splits;
  const std::size_t index = path_of_branch(path, join);
  if (index == splits.size()) return {};
  const auto place = static_cast<std::ptrdiff_t>(index);
  const Split part = splits[index];
  splits.erase(splits.begin() + place);
  const auto reconvergence = policy_.split_off(part, join);
  if (reconvergence) return part_of(part, *reconvergence);
  splits.insert(splits.begin() + place, part);
  return {};
}

Part SliceSubdivision::part_of(Split split, const ReconvergencePoint& reconvergence) {
  const ReconvergencePoint end = reconvergence.exists() ? reconvergence : ReconvergencePoint{};
  if (end.exists()) slice_.outstanding |= split.mask;
  split.reconvergence_pc = end.pc;
  split.reconvergence_depth = end.depth;
  return {split, end};
}

/// The waiting split of a path of a branch that does not run next; behind the last if there is
/// none.
std::size_t SliceSubdivision::path_of_branch(LaneMask path, const ReconvergencePoint& join) const {
  const std::vector<Split>& splits = slice_.splits;
  for (std::size_t i = 0; i + 1 < splits.size(); ++i) {
    const bool joined = splits[i].pc == join.pc && splits[i].depth == join.depth;
    const bool complete = (path & slice_.outstanding).none();
    if (splits[i].mask == path && !joined && complete) return i;
  }
  return splits.size();
}

void SliceSubdivision::reconverge(SliceSubdivision& part) {
  take_back(part, part.policy_.live());
  part.slice_.splits.clear();
}

bool SliceSubdivision::can_merge(const SliceSubdivision& other) const {
  const std::vector<Split>& others = other.slice_.splits;
  if (slice_.splits.empty() || others.size() != 1) return false;
  if (other.slice_.waits() || slice_.waits()) return false;
  const Split& here = slice_.splits.back();
  const Split& there = others.back();
  if (there.depth != other.slice_.reconvergence.depth) return false;
  return here.pc == there.pc && here.rank == there.rank && here.depth == there.depth;
}

void SliceSubdivision::merge(SliceSubdivision& other) {
  const LaneMask lanes = other.policy_.live();
  if ((slice_.outstanding & other.awaited_).any()) {
    take_back(other, lanes);
    policy_.reconverge_early(lanes);
  } else {
    awaited_ |= other.awaited_;
  }
  policy_.merge(lanes);
  other.slice_.splits.clear();
}

/// The slice no longer waits for another, of whose lanes those of `live` have not ended.
void SliceSubdivision::take_back(const SliceSubdivision& other, LaneMask live) {
  slice_.outstanding = slice_.outstanding.without(other.awaited_);
  if (const LaneMask ended = other.awaited_.without(live); ended.any()) policy_.retire(ended);
}

}  // namespace lanefold
