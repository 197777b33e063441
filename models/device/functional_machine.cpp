// SPDX-License-Identifier: Apache-2.0
// Executes launches without timing: one work-group after another, its warps in turn from barrier to
// barrier.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "device/device_base.h"
#include "execute/activity.h"
#include "execute/executor.h"
#include "execute/fault.h"
#include "execute/watchdog.h"
#include "execute/work_group.h"

namespace lanefold {
namespace {

class FunctionalMachine final : public DeviceBase {
 public:
  explicit FunctionalMachine(const MachineConfig& config)
      : DeviceBase(config),
        geometry_(config.core.warp_width, config.core.alu_width),
        group_(memory(), reservations()) {}

 private:
  void run(const Launch& launch, LaunchStatistics& statistics) override {
    const std::uint32_t width = config().core.warp_width;
    const std::size_t warps_per_group = (launch.group_size() + width - 1) / width;
    while (warps_.size() < warps_per_group) {
      warps_.push_back(std::make_unique<Warp>(config().core, config().memory));
    }
    std::vector<Warp*> members;
    for (std::size_t i = 0; i < warps_per_group; ++i) members.push_back(warps_[i].get());
    for (std::uint64_t index = 0; index < launch.group_count(); ++index) {
      group_.start(launch, launch.group(index), members);
      statistics.warps += warps_per_group;
      run_group(statistics);
    }
  }

  void run_group(LaunchStatistics& statistics) {
    while (!group_.done()) {
      for (Warp* warp : group_.warps()) {
        if (!warp->done() && !warp->at_barrier) run_warp(*warp, statistics);
      }
      if (group_.barrier_complete()) group_.release_barrier();
    }
  }

  /// Until the warp ends or waits at a barrier.
  void run_warp(Warp& warp, LaunchStatistics& statistics) {
    while (!warp.done() && !warp.at_barrier) run_block(warp, statistics);
  }

  /// The rest of the running split's block.
  void run_block(Warp& warp, LaunchStatistics& statistics) {
    const ProgramImage& image = *warp.launch().image;
    const Split split = warp.lanes().current();
    const std::uint32_t index = (split.pc - image.flow.base) / 4;
    const std::uint32_t number = image.flow.block_of[index];
    const BlockFlow& block = image.flow.blocks[number];
    const Instruction* code = image.code.data();
    warp.quiet_instructions += block.last - index + 1;
    for (std::uint32_t i = index; i < block.last; ++i) {
      execute(warp, code[i], split.mask, access_);
      warp.lanes().step();
    }
    const Instruction& last = code[block.last];
    if (resolves_late(last)) {
      finish_block(warp, last, statistics);
    } else {
      execute(warp, last, split.mask, access_);
      advance(warp, last);
    }
    // Only an indirect jump enters a block in its middle.
    const BlockCounts counts =
        index == block.first ? image.counts[number] : count_instructions(code + index, &last);
    count_activity(statistics, counts, split.mask, geometry_);
    statistics.most_splits =
        std::max<std::uint64_t>(statistics.most_splits, warp.lanes().split_count());
    check_quiet(warp, last.pc, config().limits);
    check_total(statistics);
    progress().tick(0, statistics.warp_instructions);
  }

  void finish_block(Warp& warp, const Instruction& last, LaunchStatistics& statistics) {
    const bool branches = last.kind == InstructionClass::Branch;
    const LaneMask taken =
        branches ? taken_lanes(warp, last, warp.lanes().current().mask) : LaneMask();
    const bool diverged = resolve(warp, last, taken);
    if (branches) {
      ++statistics.branches;
      statistics.divergent_branches += diverged ? 1 : 0;
    }
    statistics.barriers += last.kind == InstructionClass::Barrier ? 1 : 0;
  }

  void check_total(const LaunchStatistics& statistics) const {
    const std::uint64_t limit = config().limits.max_cycles;
    if (limit != 0 && statistics.warp_instructions > limit) {
      throw Error(
          ErrorKind::NoProgress,
          fmt::format(
              "kernel {} has not ended after {} warp instructions (limits.max_cycles, which a "
              "functional run counts in instructions)",
              statistics.kernel, limit));
    }
  }

  CoreGeometry geometry_;
  WorkGroup group_;
  std::vector<std::unique_ptr<Warp>> warps_;
  LaneAccess access_;
};

}  // namespace

std::unique_ptr<Machine> make_functional_machine(const MachineConfig& config) {
  return std::make_unique<FunctionalMachine>(config);
}

}  // namespace lanefold
