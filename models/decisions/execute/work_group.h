// SPDX-License-Identifier: Apache-2.0
// A resident work-group: its local memory, its slices, and its barrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decisions/execute/launch.h"
#include "decisions/memory/global_memory.h"
#include "decisions/memory/reservations.h"
#include "decisions/pipeline/thread_group.h"

namespace lanefold {

class LaneRegions;

/// Its work-items are those of its own, or with `ItemOrder::RegionsOfLaunch` as many of the launch,
/// of any groups. Reused for one work-group after another.
class WorkGroup final : public ThreadGroup {
 public:
  WorkGroup(GlobalMemory& global, Reservations& reservations)
      : global_(&global), reservations_(&reservations) {}

  /// Becomes the group `id` of `launch`. Local memory is zero. `regions` are those of a launch that
  /// has them, and outlive the group.
  void start(const Launch& launch, GroupId id, LaneRegions* regions = nullptr);
  void begin_items(HardwareThread& thread, std::uint32_t first_lane) override;
  /// Lanes of a slice of the group have become this one.
  void join(HardwareThread& part) { add(part); }
  bool items_left() const override { return begun_ < launch_->group_size(); }

  bool keeps_items_together() const override {
    return launch_->order != ItemOrder::RegionsOfLaunch;
  }
  std::byte* local() { return local_.data(); }
  GlobalMemory* global() const { return global_; }
  Reservations* reservations() const { return reservations_; }

  bool barrier_complete() const override;
  std::vector<HardwareThread*> open_sub_group(const HardwareThread& thread) override;

 private:
  /// Which work-item is the next to begin, in this lane of the machine.
  WorkItem next_item(std::uint32_t lane);

  GlobalMemory* global_;
  Reservations* reservations_;
  const Launch* launch_ = nullptr;
  std::vector<std::byte> local_;
  LaneRegions* regions_ = nullptr;
  std::uint32_t begun_ = 0;  ///< work-items
};

}  // namespace lanefold
