// SPDX-License-Identifier: Apache-2.0
// The regions of lanes.
#include "decisions/execute/lane_regions.h"

#include <cassert>

namespace lanefold {

void LaneRegions::start(std::uint64_t items, const std::vector<std::uint32_t>& lanes,
                        std::uint32_t count) {
  assert(!lanes.empty() && lanes.back() < count);
  regions_.assign(count, {});
  waiting_.clear();
  const std::uint64_t length = items / lanes.size();
  const std::uint64_t longer = items % lanes.size();  // regions with one work-item more
  std::uint64_t next = 0;
  for (std::uint64_t i = 0; i < lanes.size() && next < items; ++i) {
    const std::uint64_t end = next + length + (i < longer ? 1 : 0);
    regions_[lanes[i]] = {next, end, false};
    waiting_.insert(waiting_.end(), lanes[i]);
    next = end;
  }
}

std::uint64_t LaneRegions::take(std::uint32_t lane) {
  Region& own = regions_[lane];
  if (own.next == own.end) take_over(lane);
  own.begun = true;
  const std::uint64_t item = own.next++;
  if (own.next == own.end) waiting_.erase(lane);
  return item;
}

void LaneRegions::take_over(std::uint32_t lane) {
  assert(!waiting_.empty());
  const auto above = waiting_.upper_bound(lane);
  const auto giver = above != waiting_.end() ? above : waiting_.begin();
  Region& other = regions_[*giver];
  const std::uint64_t kept = other.begun ? (other.end - other.next) / 2 : 0;
  regions_[lane] = {other.next + kept, other.end, true};
  other.end = other.next + kept;
  if (kept == 0) waiting_.erase(giver);
  waiting_.insert(lane);
}

}  // namespace lanefold
