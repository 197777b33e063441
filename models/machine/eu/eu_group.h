// SPDX-License-Identifier: Apache-2.0
// A resident work-group of the EU: its local memory, its threads, and its barrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "decisions/pipeline/thread_group.h"
#include "machine/eu/eu_launch.h"
#include "machine/eu/eu_slot.h"

namespace lanefold::gen8 {

/// Its threads are EuSlots.
class EuGroup final : public ThreadGroup {
 public:
  /// Becomes the group at `index` of the linear order. Local memory is zero. `launch` outlives it.
  void start(const EuLaunch& launch, std::uint64_t index);

  bool items_left() const override { return begun_ < launch_->threads_of_group; }
  void begin_items(HardwareThread& thread, std::uint32_t first_lane) override;
  bool barrier_complete() const override;
  std::byte* local() { return local_.data(); }

 private:
  const EuLaunch* launch_ = nullptr;
  std::vector<std::byte> local_;
  unsigned begun_ = 0;  ///< threads
};

/// A launch, as whoever places its work-groups sees it.
class EuGroups final : public LaunchedGroups {
 public:
  /// `launch` outlives it.
  explicit EuGroups(const EuLaunch& launch) : launch_(launch) {}

  std::uint64_t count() const override { return group_count(launch_.values.range); }
  std::uint32_t work_items_of_group() const override;
  std::uint32_t threads_of_group() const override { return launch_.threads_of_group; }
  std::uint32_t local_bytes() const override { return launch_.local_bytes; }
  std::unique_ptr<ThreadGroup> make_group() override { return std::make_unique<EuGroup>(); }
  void start(ThreadGroup& group, std::uint64_t index) override {
    static_cast<EuGroup&>(group).start(launch_, index);
  }

 private:
  const EuLaunch& launch_;
};

}  // namespace lanefold::gen8
