// SPDX-License-Identifier: Apache-2.0
// The barrier of a work-group counts slices, as hardware counts its threads; work-items that have
// ended do not count.
#include "decisions/execute/work_group.h"

#include <algorithm>

#include "decisions/execute/fault.h"
#include "decisions/execute/slice.h"

namespace lanefold {

void WorkGroup::start(const Launch& launch, GroupId id) {
  launch_ = &launch;
  id_ = id;
  if (launch.started_groups != nullptr) ++*launch.started_groups;
  local_.assign(launch.local_bytes, std::byte{0});
  slices_.clear();
  next_item_ = 0;
}

void WorkGroup::begin_items(Slice& slice) {
  slices_.push_back(&slice);
  slice.warp().start(*launch_, *this, next_item_, slice.assigned());
  slice.start();
  next_item_ += slice.warp().dispatched().count();
}

bool WorkGroup::barrier_complete() const {
  const Slice* waiting = nullptr;
  for (const Slice* slice : slices_) {
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

void WorkGroup::release_barrier() {
  for (Slice* slice : slices_) slice->leave_barrier();
}

void WorkGroup::retire(const Slice* slice) {
  slices_.erase(std::remove(slices_.begin(), slices_.end(), slice), slices_.end());
}

bool WorkGroup::done() const {
  return !items_left() && std::all_of(slices_.begin(), slices_.end(),
                                      [](const Slice* slice) { return slice->done(); });
}

}  // namespace lanefold
