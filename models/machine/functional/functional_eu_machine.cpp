// SPDX-License-Identifier: Apache-2.0
// Work-groups of the EU in turn, the threads of each from barrier to barrier. A thread that loops
// gives its turn to the other groups that the machine would hold at the time.
#include "machine/functional/functional_eu_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "decisions/execute/execution_observer.h"
#include "decisions/pipeline/core_geometry.h"
#include "decisions/pipeline/launch_activity.h"
#include "lanefold/program.h"
#include "machine/device/buffer_device.h"
#include "machine/device/group_turns.h"
#include "machine/device/stopped_launch.h"
#include "machine/eu/eu_group.h"
#include "machine/eu/eu_launcher.h"
#include "machine/functional/begun_groups.h"

namespace lanefold {
namespace {

using gen8::EuGroup;
using gen8::EuLaunch;
using gen8::EuLauncher;
using gen8::EuSlot;
using gen8::Executed;

class FunctionalEuMachine final : public BufferDevice {
 public:
  FunctionalEuMachine(const MachineConfig& config, ExecutionObserver* observer)
      : BufferDevice(config),
        observer_(observer),
        geometry_(config.core.warp_width, config.core.alu_width) {}

  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override {
    record([&](LaunchStatistics& counted) {
      launcher_.launch(program, kernel, range, arguments, counted,
                       [this](const EuLaunch& launch, LaunchStatistics& statistics) {
                         run(launch, statistics);
                       });
    });
  }

  void prepare(const Program& program) override { launcher_.prepare(program); }

 private:
  /// Room for a resident work-group.
  struct Slot {
    EuGroup group;
    std::vector<std::unique_ptr<EuSlot>> threads;
  };

  void run(const EuLaunch& asked, LaunchStatistics& statistics) {
    EuLaunch launch = asked;
    BegunGroups begun(launch.resident_groups, group_count(launch.values.range));
    LaunchActivity activity([&begun] { return begun.all_threads(); });
    launch.activity = &activity;
    try {
      run_groups(launch, begun, statistics);
    } catch (const LaunchStop& stop) {
      throw stopped_launch(statistics, stop, begun.placed());
    }
  }

  void run_groups(const EuLaunch& launch, BegunGroups& begun, LaunchStatistics& statistics) {
    while (slots_.size() < launch.resident_groups) slots_.push_back(std::make_unique<Slot>());
    std::vector<Slot*> idle;
    for (std::uint64_t i = launch.resident_groups; i-- > 0;) {
      give_threads(*slots_[i], static_cast<unsigned>(i) * launch.threads_of_group,
                   launch.threads_of_group);
      idle.push_back(slots_[i].get());
    }
    Patience patience(config().limits.livelock_instructions);
    take_turns<Slot>(
        launch.resident_groups, group_count(launch.values.range), patience,
        [&](std::uint64_t index) {
          Slot* const slot = idle.back();
          idle.pop_back();
          slot->group.start(launch, index);
          begun.begin(slot->group);
          for (unsigned n = 0; n < launch.threads_of_group; ++n) {
            slot->group.begin_items(*slot->threads[n], 0);
          }
          statistics.warps += launch.threads_of_group;
          return slot;
        },
        [&](Slot& slot) { return run_group(slot.group, patience, statistics); },
        [&](Slot& slot) {
          if (!slot.group.done()) return false;
          begun.end(slot.group);
          idle.push_back(&slot);
          return true;
        });
  }

  /// With FFTIDs from `first` on.
  static void give_threads(Slot& slot, unsigned first, unsigned count) {
    while (slot.threads.size() < count) slot.threads.push_back(std::make_unique<EuSlot>());
    for (unsigned n = 0; n < count; ++n) slot.threads[n]->set_number(first + n);
  }

  /// Until the group ends or one of its threads has used up its turn.
  GroupTurn run_group(EuGroup& group, const Patience& patience, LaunchStatistics& statistics) {
    GroupTurn turn;
    while (!turn.used_up && !group.done()) {
      for (HardwareThread* thread : group.threads()) {
        auto& slot = static_cast<EuSlot&>(*thread);
        if (!slot.ended() && !slot.at_barrier()) run_thread(slot, patience, turn, statistics);
      }
      if (group.barrier_complete()) group.release_barrier();
    }
    return turn;
  }

  /// Until the thread ends, waits at a barrier or has used up its turn.
  void run_thread(EuSlot& slot, const Patience& patience, GroupTurn& turn,
                  LaunchStatistics& statistics) {
    const std::uint64_t quiet_end = slot.quiet_instructions() + patience.quiet_instructions();
    const std::uint64_t end = statistics.warp_instructions +
                              std::max(Patience::kInstructions, patience.quiet_instructions());
    while (!slot.ended() && !slot.at_barrier()) {
      if (slot.quiet_instructions() >= quiet_end || statistics.warp_instructions >= end) {
        turn.used_up = true;
        return;
      }
      const std::uint32_t pc = slot.next().pc;
      const Executed done = slot.execute_next();
      count(slot, done, statistics);
      if (done.changed_memory) turn.progress = true;
      slot.check_quiet(pc, true, config().limits);
      check_total(statistics);
      progress().tick(0, statistics.warp_instructions);
    }
    slot.end_quiet();
    turn.progress = true;
  }

  void count(const EuSlot& slot, const Executed& done, LaunchStatistics& statistics) {
    const gen8::LinkedInstruction& at = *done.instruction;
    const Unit unit = at.unit == Unit::Either ? Unit::Fpu : at.unit;
    count_issue(statistics, at, unit, LaneMask(done.channels), geometry_);
    if (observer_ != nullptr) observer_->executed(at, LaneMask(done.channels));
    const bool branches = at.kind == InstructionClass::Branch;
    statistics.branches += branches ? 1 : 0;
    statistics.divergent_branches += branches && done.diverged ? 1 : 0;
    statistics.barriers += done.meets_barrier ? 1 : 0;
    if (resolves_late(at)) {
      statistics.most_splits = std::max<std::uint64_t>(statistics.most_splits, slot.split_count());
    }
  }

  void check_total(const LaunchStatistics& statistics) const {
    const std::uint64_t limit = config().limits.max_cycles;
    if (limit != 0 && statistics.warp_instructions > limit) {
      throw LaunchStop{ErrorKind::NoProgress,
                       fmt::format("has not ended after {} instructions (limits.max_cycles, which "
                                   "a functional run counts in instructions)",
                                   limit)};
    }
  }

  ExecutionObserver* observer_;  ///< none: nullptr
  CoreGeometry geometry_;
  EuLauncher launcher_{
      config(),
      memory(),
      gen8::EuThreads::OfLaunch,
      {[this](std::size_t bytes, bool writable) { return allocate(bytes, writable); },
       [this](Buffer buffer, const std::vector<std::byte>& content) {
         write(buffer, 0, content.data(), content.size());
       },
       [this](Buffer buffer) { release(buffer); }},
      warnings(),
      [this](std::string_view text) { print(text); }};
  std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace

std::unique_ptr<Machine> make_functional_eu_machine(const MachineConfig& config,
                                                    ExecutionObserver* observer) {
  if (observer != nullptr && observer->watcher() != nullptr) {
    throw Error(ErrorKind::Configuration,
                "registers are watched with core.isa=riscv only, not gen8");
  }
  return std::make_unique<FunctionalEuMachine>(config, observer);
}

}  // namespace lanefold
