// SPDX-License-Identifier: Apache-2.0
// The barrier of a work-group counts warps, as hardware does; work-items that have ended do not
// count.
#include "execute/work_group.h"

#include <algorithm>
#include <utility>

#include "execute/fault.h"
#include "execute/warp.h"

namespace lanefold {

void WorkGroup::start(const Launch& launch, GroupId id, std::vector<Warp*> warps) {
  launch_ = &launch;
  id_ = id;
  if (launch.started_groups != nullptr) ++*launch.started_groups;
  local_.assign(launch.local_bytes, std::byte{0});
  warps_ = std::move(warps);
  std::uint32_t first_item = 0;
  for (Warp* warp : warps_) {
    warp->start(launch, *this, first_item);
    first_item += warp->registers().full.count();
  }
}

bool WorkGroup::barrier_complete() const {
  const Warp* waiting = nullptr;
  for (const Warp* warp : warps_) {
    if (warp->done()) continue;
    if (!warp->at_barrier()) return false;
    if (waiting != nullptr && waiting->barrier_pc() != warp->barrier_pc()) {
      throw at_work_item(
          ErrorKind::Barrier, *warp, warp->barrier_pc(), warp->dispatched().lowest(),
          "waits at one barrier while another warp of its work-group waits at a different one");
    }
    waiting = warp;
  }
  return waiting != nullptr;
}

void WorkGroup::release_barrier() {
  for (Warp* warp : warps_) warp->leave_barrier();
}

void WorkGroup::retire(const Warp* warp) {
  warps_.erase(std::remove(warps_.begin(), warps_.end(), warp), warps_.end());
}

bool WorkGroup::done() const {
  return std::all_of(warps_.begin(), warps_.end(), [](const Warp* warp) { return warp->done(); });
}

}  // namespace lanefold
