// SPDX-License-Identifier: Apache-2.0
// A resident work-group of the EU: its local memory, its threads, and its barrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "decisions/eu/thread.h"
#include "decisions/zebin/payload.h"
#include "machine/eu/eu_launch.h"

namespace lanefold::gen8 {

/// A thread, and what its group knows of it.
struct GroupThread {
  Thread thread;
  unsigned number = 0;                   ///< in the group: whose work-items it has
  std::uint64_t quiet_instructions = 0;  ///< since it last changed memory or met a barrier
};

/// Reused for one work-group after another.
class EuGroup {
 public:
  /// Becomes the group at `index` of the linear order. Local memory is zero. `first_slot` is the
  /// FFTID of its first thread. `launch` outlives the group.
  void start(const EuLaunch& launch, std::uint64_t index, unsigned first_slot);

  const Sizes& id() const { return id_; }
  unsigned first_slot() const { return first_slot_; }
  unsigned thread_count() const { return count_; }
  GroupThread& thread(unsigned number) { return *threads_[number]; }

  /// Whether every thread that has not ended is at the barrier.
  bool barrier_complete() const;
  /// Lets the threads go on.
  void release_barrier();
  bool done() const;

 private:
  Sizes id_{};
  unsigned first_slot_ = 0;
  unsigned count_ = 0;
  std::vector<std::byte> local_;
  std::vector<std::unique_ptr<GroupThread>> threads_;
};

}  // namespace lanefold::gen8
