// SPDX-License-Identifier: Apache-2.0
// Barriers of a work-group and of its sub-groups count slices, as hardware counts its threads;
// work-items that have ended do not count.
#include "decisions/execute/work_group.h"

#include <algorithm>
#include <string>

#include "decisions/execute/fault.h"
#include "decisions/execute/lane_regions.h"
#include "decisions/execute/slice.h"

namespace lanefold {
namespace {

[[noreturn]] void refuse_apart(const Slice& slice, const std::string& others) {
  throw at_work_item(ErrorKind::Barrier, slice.warp(), slice.barrier_pc(),
                     slice.lanes().current().mask.lowest(),
                     "waits at one barrier while " + others + " at a different one");
}

}  // namespace

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
    if (!slice->at_barrier() || slice->at_sub_group_barrier()) return false;
    if (waiting != nullptr && waiting->barrier_pc() != slice->barrier_pc()) {
      refuse_apart(*slice, "another warp of its work-group waits");
    }
    waiting = slice;
  }
  return waiting != nullptr;
}

std::vector<HardwareThread*> WorkGroup::open_sub_group(const HardwareThread& thread) {
  if (!launch_->has_sub_group_barriers) return {};
  const std::uint32_t sub_group = static_cast<const Slice&>(thread).warp().sub_group();
  std::vector<HardwareThread*> waiting;
  bool of_sub_group = false;
  bool all = true;
  for (HardwareThread* other : threads()) {
    const auto* slice = static_cast<const Slice*>(other);
    if (slice->done() || slice->warp().sub_group() != sub_group) continue;
    if (slice->at_barrier()) {
      waiting.push_back(other);
      of_sub_group |= slice->at_sub_group_barrier();
    } else {
      all = false;
    }
  }
  if (!of_sub_group) return {};
  const std::uint32_t pc = static_cast<const Slice*>(waiting.front())->barrier_pc();
  for (const HardwareThread* other : waiting) {
    const auto* slice = static_cast<const Slice*>(other);
    if (slice->barrier_pc() != pc) refuse_apart(*slice, "other work-items of its sub-group wait");
  }
  if (!all) return {};
  for (HardwareThread* other : waiting) other->leave_barrier();
  return waiting;
}

}  // namespace lanefold
