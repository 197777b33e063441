// SPDX-License-Identifier: Apache-2.0
// How a work-group begins, and when its barrier opens.
#include "machine/eu/eu_group.h"

namespace lanefold::gen8 {

void EuGroup::start(const EuLaunch& launch, std::uint64_t index) {
  begin(group_at(launch.values.range, index));
  launch_ = &launch;
  local_.assign(launch.local_bytes, std::byte{0});
  begun_ = 0;
}

void EuGroup::begin_items(HardwareThread& thread, std::uint32_t /*first_lane*/) {
  auto& slot = static_cast<EuSlot&>(thread);
  add(slot);
  slot.start(*launch_, *this, begun_++);
}

bool EuGroup::barrier_complete() const {
  bool waits = false;
  for (const HardwareThread* thread : threads()) {
    const auto* slot = static_cast<const EuSlot*>(thread);
    if (slot->ended()) continue;
    if (!slot->at_barrier()) return false;
    waits = true;
  }
  return waits;
}

std::uint32_t EuGroups::work_items_of_group() const {
  const Sizes& local = launch_.values.range.local;
  return local[0] * local[1] * local[2];
}

}  // namespace lanefold::gen8
