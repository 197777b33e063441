// SPDX-License-Identifier: Apache-2.0
// A resident work-group: its local memory, its slices, and its barrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decisions/execute/launch.h"
#include "decisions/memory/global_memory.h"
#include "decisions/memory/reservations.h"

namespace lanefold {

class LaneRegions;
class Slice;

/// Its work-items are those of its own, or with `ItemOrder::RegionsOfLaunch` as many of the launch,
/// of any groups. Reused for one work-group after another.
class WorkGroup {
 public:
  WorkGroup(GlobalMemory& global, Reservations& reservations)
      : global_(&global), reservations_(&reservations) {}

  /// Becomes the group `id` of `launch`. Local memory is zero. `regions` are those of a launch that
  /// has them, and outlive the group.
  void start(const Launch& launch, GroupId id, LaneRegions* regions = nullptr);
  /// As many of the work-items that have not begun as the slice has lanes begin in it; some must be
  /// left. It must outlive the group. Lane 0 of its warp has the number `first_lane` among
  /// all lanes of the machine.
  void begin_items(Slice& slice, std::uint32_t first_lane);
  /// Lanes of a slice of the group have become this one.
  void join(Slice& part) { slices_.push_back(&part); }
  /// Whether some work-items have not begun.
  bool items_left() const { return begun_ < launch_->group_size(); }

  const GroupId& id() const { return id_; }
  /// Whether all of its work-items are its own.
  bool keeps_items_together() const { return launch_->order != ItemOrder::RegionsOfLaunch; }
  /// Slices that have not ended and been retired.
  const std::vector<Slice*>& slices() const { return slices_; }
  std::byte* local() { return local_.data(); }
  GlobalMemory* global() const { return global_; }
  Reservations* reservations() const { return reservations_; }

  /// True when every slice that has not ended waits at the barrier. Throws Error(Barrier) when they
  /// wait at different ones.
  bool barrier_complete() const;
  /// Lets the slices go on.
  void release_barrier();
  /// True when all work-items have begun, and no slice is left that has not ended.
  bool done() const;
  /// A slice has ended and serves another group from now on.
  void retire(const Slice* slice);

 private:
  /// Which work-item is the next to begin, in this lane of the machine.
  WorkItem next_item(std::uint32_t lane);

  GlobalMemory* global_;
  Reservations* reservations_;
  GroupId id_{};
  const Launch* launch_ = nullptr;
  std::vector<std::byte> local_;
  std::vector<Slice*> slices_;
  LaneRegions* regions_ = nullptr;
  std::uint32_t begun_ = 0;  ///< work-items
};

}  // namespace lanefold
