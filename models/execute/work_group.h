// SPDX-License-Identifier: Apache-2.0
// A resident work-group: its local memory, its warps, and its barrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "execute/launch.h"
#include "memory/global_memory.h"
#include "memory/reservations.h"

namespace lanefold {

class Warp;

/// Reused for one work-group after another.
class WorkGroup {
 public:
  WorkGroup(GlobalMemory& global, Reservations& reservations)
      : global_(&global), reservations_(&reservations) {}

  /// Becomes the group `id` of `launch`, executed by `warps`, which must outlive it. Local memory
  /// is zero.
  void start(const Launch& launch, GroupId id, std::vector<Warp*> warps);

  const GroupId& id() const { return id_; }
  const std::vector<Warp*>& warps() const { return warps_; }
  std::byte* local() { return local_.data(); }
  GlobalMemory* global() const { return global_; }
  Reservations* reservations() const { return reservations_; }

  /// True when every warp that has not ended waits at the barrier. Throws Error(Barrier) when they
  /// wait at different ones.
  bool barrier_complete() const;
  /// Lets the warps go on.
  void release_barrier();
  /// True when no warp is left that has not ended.
  bool done() const;
  /// A warp has ended and serves another group from now on.
  void retire(const Warp* warp);

 private:
  GlobalMemory* global_;
  Reservations* reservations_;
  GroupId id_{};
  const Launch* launch_ = nullptr;
  std::vector<std::byte> local_;
  std::vector<Warp*> warps_;
};

}  // namespace lanefold
