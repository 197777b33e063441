// SPDX-License-Identifier: Apache-2.0
// A launch of RISC-V code, as whoever places its work-groups sees it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "decisions/execute/lane_regions.h"
#include "decisions/execute/launch.h"
#include "decisions/memory/global_memory.h"
#include "decisions/memory/reservations.h"
#include "decisions/pipeline/thread_group.h"

namespace lanefold {

class LaunchedWorkGroups final : public LaunchedGroups {
 public:
  /// All outlive it.
  LaunchedWorkGroups(const Launch& launch, GlobalMemory& memory, Reservations& reservations)
      : launch_(launch), memory_(memory), reservations_(reservations) {}

  std::uint64_t count() const override { return launch_.group_count(); }
  std::uint32_t work_items_of_group() const override { return launch_.group_size(); }
  std::uint32_t threads_of_group() const override {
    return (launch_.group_size() + launch_.warp_width - 1) / launch_.warp_width;
  }
  std::uint32_t local_bytes() const override { return launch_.local_bytes; }
  bool feeds_slices() const override;
  bool has_regions() const override { return launch_.order == ItemOrder::RegionsOfLaunch; }
  void divide_into_regions(const std::vector<std::uint32_t>& lanes, std::uint32_t all) override;

  std::unique_ptr<ThreadGroup> make_group() override;
  void start(ThreadGroup& group, std::uint64_t index) override;

 private:
  const Launch& launch_;
  GlobalMemory& memory_;
  Reservations& reservations_;
  LaneRegions regions_;
};

}  // namespace lanefold
