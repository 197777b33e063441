// SPDX-License-Identifier: Apache-2.0
// Work-groups of the EU in turn, the threads of each from barrier to barrier. A thread that loops
// gives its turn to the other groups that the machine would hold at the time.
#include "machine/functional/functional_eu_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "decisions/eu/activity.h"
#include "lanefold/program.h"
#include "machine/device/buffer_device.h"
#include "machine/device/group_turns.h"
#include "machine/eu/eu_group.h"
#include "machine/eu/eu_launch.h"
#include "machine/eu/eu_program.h"
#include "machine/eu/thread_memory.h"

namespace lanefold {
namespace {

using gen8::EuGroup;
using gen8::EuLaunch;
using gen8::EuProgram;
using gen8::Executed;
using gen8::GroupThread;
using gen8::Thread;
using gen8::Zebin;

class FunctionalEuMachine final : public BufferDevice {
 public:
  explicit FunctionalEuMachine(const MachineConfig& config)
      : BufferDevice(config), activity_(config.core.alu_width) {}

  void launch(const Program& program, std::string_view kernel_name, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override {
    const KernelInfo& info = program.kernel(std::string(kernel_name));
    const auto number = static_cast<std::size_t>(&info - program.kernels().data());
    EuProgram& loaded = program_in_memory(program.zebin());
    EuLaunch launch = prepare_launch(loaded.kernel(number), loaded.code(number), range, arguments,
                                     memory(), config());
    LaunchStatistics statistics = record_of(info.name, range, config());
    statistics.warp_width = loaded.kernel(number).simd_size;
    const gen8::ThreadMemoryOfLaunch thread_memory(
        launch, [this](std::size_t bytes) { return allocate(bytes, true); },
        [this](Buffer buffer) { release(buffer); });
    run(launch, statistics);
    record(std::move(statistics));
  }

 private:
  struct Slot {
    EuGroup group;
    unsigned first_thread = 0;  ///< FFTID of its first thread
  };
  /// Its data stays in memory for the launches to come.
  EuProgram& program_in_memory(const std::shared_ptr<const Zebin>& zebin) {
    if (const auto found = programs_.find(zebin); found != programs_.end()) return *found->second;
    std::vector<Buffer> placed;
    const auto place = [&](const std::vector<std::byte>& content, bool writable) {
      placed.push_back(allocate(content.size(), writable));
      write(placed.back(), 0, content.data(), content.size());
      return placed.back();
    };
    try {
      return *programs_.emplace(zebin, std::make_unique<EuProgram>(zebin, place)).first->second;
    } catch (...) {
      for (const Buffer& buffer : placed) release(buffer);
      throw;
    }
  }

  void run(const EuLaunch& launch, LaunchStatistics& statistics) {
    while (slots_.size() < launch.resident_groups) slots_.push_back(std::make_unique<Slot>());
    std::vector<Slot*> idle;
    for (std::uint64_t i = launch.resident_groups; i-- > 0;) {
      slots_[i]->first_thread = static_cast<unsigned>(i) * launch.threads_of_group;
      idle.push_back(slots_[i].get());
    }
    Patience patience(config().limits.livelock_instructions);
    take_turns<Slot>(
        launch.resident_groups, group_count(launch.values.range), patience,
        [&](std::uint64_t index) {
          Slot* const slot = idle.back();
          idle.pop_back();
          slot->group.start(launch, index, slot->first_thread);
          statistics.warps += launch.threads_of_group;
          return slot;
        },
        [&](Slot& slot) { return run_group(launch, slot.group, patience, statistics); },
        [&](Slot& slot) {
          if (slot.group.done()) idle.push_back(&slot);
          return slot.group.done();
        });
  }

  /// Until the group ends or one of its threads has used up its turn.
  GroupTurn run_group(const EuLaunch& launch, EuGroup& group, const Patience& patience,
                      LaunchStatistics& statistics) {
    GroupTurn turn;
    while (!turn.used_up && !group.done()) {
      for (unsigned number = 0; number < group.thread_count(); ++number) {
        GroupThread& one = group.thread(number);
        if (one.thread.state() == Thread::State::Runs) {
          run_thread(launch, group, one, patience, turn, statistics);
        }
      }
      if (group.barrier_complete()) group.release_barrier();
    }
    return turn;
  }

  /// Until the thread ends, waits at a barrier or has used up its turn.
  void run_thread(const EuLaunch& launch, const EuGroup& group, GroupThread& one,
                  const Patience& patience, GroupTurn& turn, LaunchStatistics& statistics) {
    const std::uint64_t quiet_end = one.quiet_instructions + patience.quiet_instructions();
    const std::uint64_t end = statistics.warp_instructions +
                              std::max(Patience::kInstructions, patience.quiet_instructions());
    while (one.thread.state() == Thread::State::Runs) {
      if (one.quiet_instructions >= quiet_end || statistics.warp_instructions >= end) {
        turn.used_up = true;
        return;
      }
      const Executed executed = execute(launch, group, one);
      activity_.count(executed, statistics);
      ++one.quiet_instructions;
      if (executed.changed_memory) {
        one.quiet_instructions = 0;
        turn.progress = true;
      }
      check_limits(launch, group, one, statistics);
      progress().tick(0, statistics.warp_instructions);
    }
    one.quiet_instructions = 0;
    turn.progress = true;
  }

  static Executed execute(const EuLaunch& launch, const EuGroup& group, GroupThread& one) {
    const auto place = [&](ErrorKind kind, unsigned channel, const std::string& what) {
      return at_channel(kind, launch, group.id(), one.number, channel, offset_of(one), what);
    };
    try {
      return one.thread.execute();
    } catch (const gen8::ChannelFault& fault) {
      throw place(ErrorKind::Access, fault.channel, fault.sentence);
    }
  }
  static std::uint32_t offset_of(const GroupThread& one) {
    return one.thread.enables().current().instruction.offset;
  }

  void check_limits(const EuLaunch& launch, const EuGroup& group, const GroupThread& one,
                    const LaunchStatistics& statistics) const {
    const LimitsConfig& limits = config().limits;
    if (one.quiet_instructions > limits.livelock_instructions) {
      throw at_channel(ErrorKind::NoProgress, launch, group.id(), one.number, 0, offset_of(one),
                       fmt::format("loops: {} instructions without changing memory "
                                   "(limits.livelock_instructions)",
                                   limits.livelock_instructions));
    }
    if (limits.max_cycles != 0 && statistics.warp_instructions > limits.max_cycles) {
      throw Error(ErrorKind::NoProgress,
                  fmt::format("kernel {} has not ended after {} instructions (limits.max_cycles, "
                              "which a functional run counts in instructions)",
                              statistics.kernel, limits.max_cycles));
    }
  }

  gen8::EuActivity activity_;
  std::map<std::shared_ptr<const Zebin>, std::unique_ptr<EuProgram>> programs_;
  std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace

std::unique_ptr<Machine> make_functional_eu_machine(const MachineConfig& config) {
  return std::make_unique<FunctionalEuMachine>(config);
}

}  // namespace lanefold
