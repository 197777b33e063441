// SPDX-License-Identifier: Apache-2.0
// The lanes of one slice.
#include "decisions/divergence/slice_lanes.h"

#include <utility>

namespace lanefold {

SliceLanes::SliceLanes(ReconvergencePolicy policy, LeftBehindAccess left_behind)
    : slice_(std::move(left_behind)), policy_(make_reconvergence(policy, slice_)) {}

void SliceLanes::start(std::uint32_t pc, std::uint32_t rank, LaneMask mask) {
  start({{pc, rank, 0, mask, kFunctionEnd, 0, {}, false}, {}});
}

void SliceLanes::start(const Part& part) {
  slice_.splits.assign(1, part.split);
  on_miss_.start();
  subdivision_.start(part);
  policy_->start();
}

void SliceLanes::list_places(std::vector<std::uint64_t>& places) const {
  const auto both = [](std::uint32_t high, std::uint32_t low) {
    return std::uint64_t{high} << 32 | low;
  };
  places.clear();
  for (const Split& split : slice_.splits) {
    places.push_back(both(split.pc, split.rank));
    places.push_back(both(split.depth, split.reconvergence_depth));
    places.push_back(split.reconvergence_pc);
    places.push_back(split.mask.bits());
  }
  policy_->list_state(places);
}

}  // namespace lanefold
