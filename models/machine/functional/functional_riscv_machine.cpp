// SPDX-License-Identifier: Apache-2.0
// Executes launches of RISC-V programs without timing: one work-group after another, its slices in
// turn from barrier to barrier. A warp that loops gives its turn to the others that the machine
// would hold at the time.
#include "machine/functional/functional_riscv_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "decisions/execute/activity.h"
#include "decisions/execute/execution_observer.h"
#include "decisions/execute/executor.h"
#include "decisions/execute/fault.h"
#include "decisions/execute/lane_regions.h"
#include "decisions/execute/work_group.h"
#include "decisions/pipeline/launch_activity.h"
#include "machine/device/device_base.h"
#include "machine/device/group_turns.h"
#include "machine/device/stands_still.h"
#include "machine/device/stopped_launch.h"
#include "machine/functional/begun_groups.h"

namespace lanefold {
namespace {

/// The machine has no levels through which values could go.
MachineConfig without_levels(MachineConfig config) {
  config.memory.values = MemoryValues::Beside;
  return config;
}

class FunctionalRiscvMachine final : public DeviceBase {
 public:
  FunctionalRiscvMachine(const MachineConfig& config, ExecutionObserver* observer)
      : DeviceBase(without_levels(config)),
        geometry_(config.core.warp_width, config.core.alu_width),
        observer_(observer),
        watcher_(observer == nullptr ? nullptr : observer->watcher()) {}

 private:
  /// Room for a resident work-group.
  struct Slot {
    Slot(GlobalMemory& memory, Reservations& reservations) : group(memory, reservations) {}
    WorkGroup group;
    std::vector<std::unique_ptr<Warp>> warps;
    std::vector<std::unique_ptr<Slice>> slices;  ///< of each warp its own
  };
  void run(const Launch& asked, LaunchStatistics& statistics) override {
    Launch launch = asked;
    BegunGroups begun(launch.resident_groups, launch.group_count());
    LaunchActivity activity([&begun] { return begun.all_threads(); });
    if (notices_standstill(config())) launch.activity = &activity;
    try {
      run_groups(launch, begun, statistics);
    } catch (const LaunchStop& stop) {
      throw stopped_launch(statistics, stop, begun.placed());
    }
  }

  void run_groups(const Launch& launch, BegunGroups& begun, LaunchStatistics& statistics) {
    idle_.clear();
    for (const auto& slot : slots_) idle_.push_back(slot.get());
    divide_into_regions(launch);
    Patience patience(config().limits.livelock_instructions);
    take_turns<Slot>(
        launch.resident_groups, launch.group_count(), patience,
        [&](std::uint64_t index) {
          Slot* const slot = start_group(launch, index, statistics);
          begun.begin(slot->group);
          return slot;
        },
        [&](Slot& slot) { return run_group(slot.group, patience, statistics); },
        [&](Slot& slot) {
          if (!slot.group.done()) return false;
          begun.end(slot.group);
          idle_.push_back(&slot);
          return true;
        });
  }

  /// Warps of work-items take the machine's warps in turn.
  void divide_into_regions(const Launch& launch) {
    next_warp_ = 0;
    if (launch.order != ItemOrder::RegionsOfLaunch) return;
    std::vector<std::uint32_t> lanes(warps() * config().core.warp_width);
    std::iota(lanes.begin(), lanes.end(), 0U);
    regions_.start(launch.group_count() * launch.group_size(), lanes,
                   static_cast<std::uint32_t>(lanes.size()));
  }
  std::uint32_t warps() const { return config().cores * config().core.warps; }

  /// In the slot that was used last, whose memory is at hand.
  Slot* start_group(const Launch& launch, std::uint64_t index, LaunchStatistics& statistics) {
    if (idle_.empty()) {
      slots_.push_back(std::make_unique<Slot>(memory(), reservations()));
      idle_.push_back(slots_.back().get());
    }
    Slot* const slot = idle_.back();
    idle_.pop_back();
    const std::uint32_t width = config().core.warp_width;
    const std::size_t count = (launch.group_size() + width - 1) / width;
    while (slot->warps.size() < count) {
      slot->warps.push_back(std::make_unique<Warp>(config().core, config().memory));
      slot->slices.push_back(std::make_unique<Slice>(config().core, *slot->warps.back()));
    }
    slot->group.start(launch, launch.group(index), &regions_);
    for (std::size_t i = 0; i < count; ++i) {
      slot->group.begin_items(*slot->slices[i], next_warp_ * width);
      next_warp_ = (next_warp_ + 1) % warps();
    }
    statistics.warps += count;
    return slot;
  }

  /// Until the group ends or one of its slices has used up its turn.
  GroupTurn run_group(WorkGroup& group, const Patience& patience, LaunchStatistics& statistics) {
    GroupTurn turn;
    while (!turn.used_up && !group.done()) {
      for (HardwareThread* thread : group.threads()) {
        auto& slice = static_cast<Slice&>(*thread);
        if (slice.done() || slice.at_barrier()) continue;
        run_slice(slice, patience, turn, statistics);
        if (slice.done() || slice.at_barrier()) group.open_sub_group(slice);
      }
      if (group.barrier_complete()) group.release_barrier();
    }
    return turn;
  }

  /// Until the slice ends, waits at a barrier or has used up its turn.
  void run_slice(Slice& slice, const Patience& patience, GroupTurn& turn,
                 LaunchStatistics& statistics) {
    const Warp& warp = slice.warp();
    const std::uint64_t quiet_before = warp.quiet_instructions();
    const std::uint64_t before = statistics.warp_instructions;
    const std::uint64_t quiet_end = quiet_before + patience.quiet_instructions();
    const std::uint64_t end =
        before + std::max(Patience::kInstructions, patience.quiet_instructions());
    while (!slice.done() && !slice.at_barrier()) {
      if (warp.quiet_instructions() >= quiet_end || statistics.warp_instructions >= end) {
        turn.used_up = true;
        // Every instruction of the turn was quiet, if nothing has gone on.
        turn.progress |=
            warp.quiet_instructions() - quiet_before != statistics.warp_instructions - before;
        return;
      }
      run_block(slice, statistics);
    }
    turn.progress = true;
  }

  /// The rest of the running split's block.
  void run_block(Slice& slice, LaunchStatistics& statistics) {
    Warp& warp = slice.warp();
    const ProgramImage& image = *warp.launch().image;
    const Split split = slice.lanes().current();
    const std::uint32_t index = (split.pc - image.flow.base) / 4;
    const std::uint32_t number = image.flow.block_of[index];
    const BlockFlow& block = image.flow.blocks[number];
    const Instruction* code = image.code.data();
    warp.count_quiet(block.last - index + 1);
    const Instruction& last = code[block.last];
    if (watcher_ == nullptr) {
      for (std::uint32_t i = index; i < block.last; ++i) {
        execute(warp, code[i], split.mask, access_);
        slice.lanes().step();
      }
      run_last(slice, last, statistics);
    } else {
      for (std::uint32_t i = index; i < block.last; ++i) {
        watcher_->begins(warp, code[i], split.mask);
        execute(warp, code[i], split.mask, access_);
        watcher_->ended(warp, code[i], split.mask);
        slice.lanes().step();
      }
      watcher_->begins(warp, last, split.mask);
      run_last(slice, last, statistics);
      watcher_->ended(warp, last, split.mask);
    }
    // Only an indirect jump enters a block in its middle.
    const BlockCounts counts =
        index == block.first ? image.counts[number] : count_instructions(code + index, &last);
    count_activity(statistics, counts, split.mask, geometry_);
    if (observer_ != nullptr) observer_->executed(code + index, &last, split.mask);
    statistics.most_splits =
        std::max<std::uint64_t>(statistics.most_splits, slice.lanes().split_count());
    slice.check_quiet(last.pc, resolves_late(last), config().limits);
    check_total(statistics);
    progress().tick(0, statistics.warp_instructions);
  }

  void run_last(Slice& slice, const Instruction& last, LaunchStatistics& statistics) {
    if (resolves_late(last)) return finish_block(slice, last, statistics);
    execute(slice.warp(), last, slice.lanes().current().mask, access_);
    advance(slice, last);
  }

  void finish_block(Slice& slice, const Instruction& last, LaunchStatistics& statistics) {
    const bool branches = last.kind == InstructionClass::Branch;
    const LaneMask taken =
        branches ? taken_lanes(slice.warp(), last, slice.lanes().current().mask) : LaneMask();
    const bool diverged = resolve(slice, last, taken);
    if (branches) {
      ++statistics.branches;
      statistics.divergent_branches += diverged ? 1 : 0;
    }
    statistics.barriers += slice.at_barrier() ? 1 : 0;
  }

  void check_total(const LaunchStatistics& statistics) const {
    const std::uint64_t limit = config().limits.max_cycles;
    if (limit != 0 && statistics.warp_instructions > limit) {
      throw LaunchStop{
          ErrorKind::NoProgress,
          fmt::format("has not ended after {} warp instructions (limits.max_cycles, which a "
                      "functional run counts in instructions)",
                      limit)};
    }
  }

  CoreGeometry geometry_;
  ExecutionObserver* observer_;  ///< none: nullptr
  InstructionWatcher* watcher_;  ///< the observer's; none: nullptr
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Slot*> idle_;
  LaneRegions regions_;
  std::uint32_t next_warp_ = 0;
  LaneAccess access_;
};

}  // namespace

std::unique_ptr<Machine> make_functional_riscv_machine(const MachineConfig& config,
                                                       ExecutionObserver* observer) {
  return std::make_unique<FunctionalRiscvMachine>(config, observer);
}

}  // namespace lanefold
