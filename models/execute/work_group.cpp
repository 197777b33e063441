// SPDX-License-Identifier: Apache-2.0
// The barrier of a work-group counts slices, as hardware counts its threads; work-items that have
// ended do not count.
#include "execute/work_group.h"

#include <algorithm>
#include <utility>

#include "execute/fault.h"
#include "execute/slice.h"

namespace lanefold {

void WorkGroup::start(const Launch& launch, GroupId id, std::vector<Slice*> slices) {
  launch_ = &launch;
  id_ = id;
  if (launch.started_groups != nullptr) ++*launch.started_groups;
  local_.assign(launch.local_bytes, std::byte{0});
  slices_ = std::move(slices);
  std::uint32_t first_item = 0;
  for (Slice* slice : slices_) {
    Warp& warp = slice->warp();
    warp.start(launch, *this, first_item);
    slice->start();
    first_item += warp.registers().full.count();
  }
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
  return std::all_of(slices_.begin(), slices_.end(),
                     [](const Slice* slice) { return slice->done(); });
}

}  // namespace lanefold
