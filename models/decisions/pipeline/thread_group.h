// SPDX-License-Identifier: Apache-2.0
// A resident work-group, as whoever places work-groups on hardware threads sees it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "decisions/pipeline/hardware_thread.h"
#include "decisions/program/index_space.h"

namespace lanefold {

/// Position of a work-group in the index space.
using GroupId = Index3;

/// Reused for one work-group after another.
class ThreadGroup {
 public:
  virtual ~ThreadGroup() = default;

  const GroupId& id() const { return id_; }
  /// Whether all of its work-items are its own.
  virtual bool keeps_items_together() const { return true; }
  /// Whether some work-items have not begun.
  virtual bool items_left() const = 0;
  /// As many of the work-items that have not begun as the thread has room for begin in it; some
  /// must be left. It must outlive the group. Lane 0 of its warp has the number `first_lane` among
  /// all lanes of the machine.
  virtual void begin_items(HardwareThread& thread, std::uint32_t first_lane) = 0;

  /// Threads that have not ended and been retired.
  const std::vector<HardwareThread*>& threads() const { return threads_; }
  /// True when every thread that has not ended waits at the barrier of the work-group. Throws
  /// Error(Barrier) when they wait at different ones.
  virtual bool barrier_complete() const = 0;
  /// `thread` has come to a barrier, or has ended. The threads of its sub-group, if all that have
  /// not ended wait at a barrier of the sub-group: they no longer wait. Otherwise none. Throws
  /// Error(Barrier) when they wait at different ones.
  virtual std::vector<HardwareThread*> open_sub_group(const HardwareThread& /*thread*/) {
    return {};
  }
  /// Lets the threads go on.
  void release_barrier() {
    for (HardwareThread* thread : threads_) thread->leave_barrier();
  }
  /// True when all work-items have begun, and no thread is left that has not ended.
  bool done() const {
    return !items_left() && std::all_of(threads_.begin(), threads_.end(),
                                        [](const auto* thread) { return thread->place().done; });
  }
  /// A thread has ended and serves another group from now on.
  void retire(const HardwareThread* thread) {
    threads_.erase(std::remove(threads_.begin(), threads_.end(), thread), threads_.end());
  }

 protected:
  void begin(const GroupId& id) {
    id_ = id;
    threads_.clear();
  }
  void add(HardwareThread& thread) { threads_.push_back(&thread); }

 private:
  GroupId id_{};
  std::vector<HardwareThread*> threads_;
};

/// A launch, as whoever places its work-groups sees it.
class LaunchedGroups {
 public:
  virtual ~LaunchedGroups() = default;

  virtual std::uint64_t count() const = 0;
  virtual std::uint32_t work_items_of_group() const = 0;
  virtual std::uint32_t threads_of_group() const = 0;
  virtual std::uint32_t local_bytes() const = 0;
  /// Whether work-items may begin as single slices fall free: no work-item waits for another.
  virtual bool feeds_slices() const { return false; }
  /// Whether lanes walk regions of the launch: `lanes` are those of the machine that take
  /// work-items, of `all`. Called once before the first group starts.
  virtual bool has_regions() const { return false; }
  virtual void divide_into_regions(const std::vector<std::uint32_t>& /*lanes*/,
                                   std::uint32_t /*all*/) {}

  virtual std::unique_ptr<ThreadGroup> make_group() = 0;
  /// `group`, one that it has made, becomes the one at `index` of the linear order. Local memory is
  /// zero.
  virtual void start(ThreadGroup& group, std::uint64_t index) = 0;
};

}  // namespace lanefold
