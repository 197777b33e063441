// SPDX-License-Identifier: Apache-2.0
// Launches of the cycle-level machine, from their first cycle to the last write.
#include "machine/gpu/gpu_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "analysis/uniformity/scalar_marking.h"
#include "decisions/execute/launched_work_groups.h"
#include "decisions/scalar/scalar_use.h"
#include "lanefold/error.h"
#include "machine/device/stands_still.h"
#include "machine/device/stopped_launch.h"
#include "machine/eu/eu_group.h"
#include "machine/eu/eu_rules.h"

namespace lanefold {
namespace {

/// A launch that is to be stopped is at the end of these.
constexpr std::uint64_t kSliceCycles = 10'000;

OutsideMemory sockets_of(const GpuDevice::MemoryLinks& links) {
  OutsideMemory sockets;
  for (const auto& link : links) sockets.push_back(&link->inner);
  return sockets;
}

}  // namespace

GpuDevice::GpuDevice(const MachineConfig& machine, BlockFactory& factory, const MemoryLinks& links)
    : DeviceBase(machine),
      links_(links),
      chip_(config(), factory, sockets_of(links)),
      time_(chip_, config()),
      reads_marks_(scalar_use(machine.core).executes_once &&
                   make_scalar_knowledge(machine.core.scalar.knowledge)->reads_marks()),
      eu_(config(), memory(), gen8::EuThreads::OfMachine, eu_buffers(), warnings(),
          [this](std::string_view text) { print(text); }) {
  gen8::check_timed_machine(machine);
}

gen8::MachineBuffers GpuDevice::eu_buffers() {
  return {[this](std::size_t bytes, bool writable) { return allocate(bytes, writable); },
          [this](Buffer buffer, const std::vector<std::byte>& content) {
            write(buffer, 0, content.data(), content.size());
          },
          [this](Buffer buffer) { release(buffer); }};
}

void GpuDevice::launch(const Program& program, std::string_view kernel, const NDRange& range,
                       const std::vector<ArgumentValue>& arguments) {
  if (config().core.isa == InstructionSet::Riscv) {
    return DeviceBase::launch(program, kernel, range, arguments);
  }
  check_idle();
  record([&](LaunchStatistics& counted) {
    eu_.launch(program, kernel, range, arguments, counted,
               [this](const gen8::EuLaunch& asked, LaunchStatistics& statistics) {
                 gen8::EuLaunch launch = asked;
                 launch.activity = activity();
                 gen8::EuGroups groups(launch);
                 run_groups(groups, statistics);
               });
  });
}

void GpuDevice::prepare(const Program& program) {
  if (config().core.isa == InstructionSet::Riscv) return DeviceBase::prepare(program);
  eu_.prepare(program);
}

MachineState GpuDevice::state() const {
  check_idle();
  if (outside()) throw no_state();
  MachineState state = DeviceBase::state();
  state.picoseconds = SimulatedTime::picoseconds();
  chip_.save(state);
  return state;
}

void GpuDevice::restore(const MachineState& state) {
  check_idle();
  if (outside()) throw no_state();
  DeviceBase::restore(state);
  chip_.restore(state);
  SimulatedTime::reach(state.picoseconds);
}

void GpuDevice::check_idle() const {
  SimulatedTime::check_caller();
  if (!launching_) return;
  throw Error(ErrorKind::Usage, "a GPU runs one launch at a time: wait until it has ended");
}

void GpuDevice::run(const Launch& unmarked, LaunchStatistics& statistics) {
  Launch launch = unmarked;
  if (reads_marks_) launch.scalar_marks = &marks_of(launch);
  launch.activity = activity();
  LaunchedWorkGroups groups(launch, memory(), reservations());
  run_groups(groups, statistics);
}

/// What the launch that begins is to tell, if anything.
LaunchActivity* GpuDevice::activity() {
  if (outside() || !notices_standstill(config())) return nullptr;
  const auto threads = [this] {
    std::vector<const HardwareThread*> all;
    for (const PlacedThread& placed : chip_.threads()) all.push_back(placed.thread);
    return all;
  };
  activity_.emplace(
      threads, [this] { return chip_.elapsed_cycles(); }, config().limits.no_progress_cycles);
  return &*activity_;
}

void GpuDevice::run_groups(LaunchedGroups& groups, LaunchStatistics& statistics) {
  launching_ = true;
  try {
    carry_out(groups, statistics);
  } catch (...) {
    launching_ = false;
    throw;
  }
  launching_ = false;
  chip_.finish(statistics);
}

void GpuDevice::carry_out(LaunchedGroups& groups, LaunchStatistics& statistics) {
  const std::string& kernel = statistics.kernel;
  time_.align();
  if (outside()) take_over_all();
  handed_over_ = false;
  Watch watch;
  try {
    chip_.begin(groups);
    while (!chip_.finished()) run_slice(kernel, watch);
    come_to_rest(kernel, watch);
  } catch (const LaunchStop& stop) {
    const Error error = stopped_launch(statistics, stop, chip_.threads());
    chip_.finish_early(statistics);
    chip_.abandon();
    try_to_rest(kernel, watch);
    throw error;
  } catch (const Error& error) {
    chip_.abandon();
    const bool stands =
        error.kind() == ErrorKind::NoProgress || error.kind() == ErrorKind::Internal;
    if (!stands) try_to_rest(kernel, watch);
    throw;
  } catch (...) {
    chip_.abandon();
    throw;
  }
  if (outside()) hand_over_all();
  handed_over_ = true;
}

const ScalarMarks& GpuDevice::marks_of(const Launch& launch) {
  return marks_.of(launch, [&] {
    const LaunchShape shape = launch_shape(launch.range.local, config());
    return mark_scalar_work(*launch.image, KernelUniformity(*launch.image, launch.entry, shape));
  });
}

std::uint64_t GpuDevice::Watch::quiet_cycles(const Chip& chip) {
  if (chip.moves() != moves) *this = {chip.moves(), chip.elapsed_cycles()};
  since_cycle = std::max(since_cycle, std::min(chip.answered_until(), chip.elapsed_cycles()));
  return chip.elapsed_cycles() - since_cycle;
}

void GpuDevice::run_slice(const std::string& kernel, Watch& watch) {
  const LimitsConfig& limits = config().limits;
  std::uint64_t slice = std::min(kSliceCycles, limits.no_progress_cycles);
  const std::uint64_t elapsed = chip_.elapsed_cycles();
  if (limits.max_cycles != 0) {
    if (elapsed >= limits.max_cycles) {
      throw LaunchStop{
          ErrorKind::NoProgress,
          fmt::format("has not ended after {} cycles (limits.max_cycles)", limits.max_cycles)};
    }
    slice = std::min(slice, limits.max_cycles - elapsed);
  }
  time_.pass(slice);
  chip_.rethrow_failure();
  progress().report(chip_.elapsed_cycles(), chip_.warp_instructions());
  const bool starved = SimulatedTime::starved() && !chip_.finished();
  if (watch.quiet_cycles(chip_) >= limits.no_progress_cycles || starved) {
    give_up(kernel, watch,
            "makes no progress: no instruction has issued, and memory has answered nothing,");
  }
}

/// Nothing is on its way then, and private caches are as launches find them.
void GpuDevice::come_to_rest(const std::string& kernel, Watch& watch) {
  settle(kernel, watch);
  chip_.synchronise();
  settle(kernel, watch);
}

/// The launch has failed, and its reason is what matters.
void GpuDevice::try_to_rest(const std::string& kernel, Watch& watch) {
  try {
    come_to_rest(kernel, watch);
  } catch (...) {  // memory that never answers
  }
}

/// Lets instructions and stores that are still on their way arrive; a memory may have events of
/// its own for ever.
void GpuDevice::settle(const std::string& kernel, Watch& watch) {
  const std::uint64_t limit = config().limits.no_progress_cycles;
  while (chip_.busy()) {
    time_.pass(time_.shortest(std::min(kSliceCycles, limit)));
    chip_.rethrow_failure();
    const bool starved = SimulatedTime::starved() && chip_.busy();
    if (watch.quiet_cycles(chip_) >= limit || starved) {
      give_up(kernel, watch,
              "has executed its last instruction, but memory still owes answers and has given "
              "none");
    }
  }
}

/// One sentence, followed by the state of every module.
void GpuDevice::give_up(const std::string& kernel, const Watch& watch, const char* sentence) const {
  std::ostringstream state;
  chip_.describe(state);
  throw Error(ErrorKind::NoProgress, fmt::format("kernel {} {} since cycle {}\n{}", kernel,
                                                 sentence, watch.since_cycle, state.str()));
}

}  // namespace lanefold
