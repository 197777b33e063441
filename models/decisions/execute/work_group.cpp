// SPDX-License-Identifier: Apache-2.0
// The barrier of a work-group counts slices, as hardware counts its threads; work-items that have
// ended do not count.
#include "decisions/execute/work_group.h"

#include <algorithm>

#include "decisions/execute/fault.h"
#include "decisions/execute/lane_regions.h"
#include "decisions/execute/slice.h"

namespace lanefold {

void WorkGroup::start(const Launch& launch, GroupId id, LaneRegions* regions) {
  launch_ = &launch;
  begin(id);
  regions_ = regions;
  if (launch.started_groups != nullptr) ++*launch.started_groups;
  local_.assign(launch.local_bytes, std::byte{0});
  begun_ = 0;
}

void WorkGroup::begin_items(HardwareThread& thread, std::uint32_t first_lane) {
  auto& slice = static_cast<Slice&>(thread);
  Warp& warp = slice.warp();
  add(slice);
  warp.start(*launch_, *this);
  for_each_lane(slice.assigned(), [&](unsigned lane) {
    if (items_left()) warp.hold(lane, next_item(first_lane + lane));
  });
  slice.start();
}

WorkItem WorkGroup::next_item(std::uint32_t lane) {
  const std::uint32_t place = begun_++;
  switch (launch_->order) {
    case ItemOrder::RegionsOfLaunch:
      return launch_->item(regions_->take(lane));
    case ItemOrder::RegionsOfGroup:
      return launch_->item(id(), item_of_region(place, launch_->group_size(), launch_->warp_width));
    case ItemOrder::Neighbours:
      break;
  }
  return launch_->item(id(), place);
}

bool WorkGroup::barrier_complete() const {
  const Slice* waiting = nullptr;
  for (const HardwareThread* thread : threads()) {
    const auto* slice = static_cast<const Slice*>(thread);
    if (slice->done()) continue;
    if (!slice->at_barrier()) return false;
    if (waiting != nullptr && waiting->barrier_pc() != slice->barrier_pc()) {
      throw at_work_item(
          ErrorKind::Barrier, slice->warp(), slice->barrier_pc(),
          slice->lanes().current().mask.lowest(),
          "waits at one barrier while another warp of its work-group waits at a different one");
    }
    waiting = slice;
  }
  return waiting != nullptr;
}

}  // namespace lanefold
