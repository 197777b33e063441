// SPDX-License-Identifier: Apache-2.0
// The cycle-level machine as a device: a SystemC context of its own, one elaboration, many
// launches.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <systemc>
#include <utility>

#include "analysis/uniformity/scalar_marking.h"
#include "decisions/execute/per_kernel.h"
#include "decisions/scalar/scalar_knowledge.h"
#include "decisions/scalar/scalar_use.h"
#include "lanefold/error.h"
#include "machine/device/device_base.h"
#include "machine/top/debug_access.h"
#include "machine/top/gpu.h"

/// libsystemc.so refers to it, but TimedMachine drives its simulation itself. A program's own takes
/// its place.
[[gnu::weak]] int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

namespace lanefold {
namespace {

/// Makes a SystemC context, or none, the current one for as long as it lives.
class UseContext {
 public:
  explicit UseContext(sc_core::sc_simcontext* context) : previous_(sc_core::sc_curr_simcontext) {
    sc_core::sc_curr_simcontext = context;
  }
  ~UseContext() { sc_core::sc_curr_simcontext = previous_; }
  UseContext(const UseContext&) = delete;
  UseContext& operator=(const UseContext&) = delete;

 private:
  sc_core::sc_simcontext* previous_;
};

class TimedMachine final : public DeviceBase {
 public:
  TimedMachine(const MachineConfig& machine, BlockFactory& factory)
      : DeviceBase(machine),
        context_(std::make_unique<sc_core::sc_simcontext>()),
        reads_marks_(scalar_use(machine.core).executes_once &&
                     make_scalar_knowledge(machine.core.scalar.knowledge)->reads_marks()) {
    const UseContext use(context_.get());
    gpu_ = std::make_unique<Gpu>("gpu", config(), memory(), reservations(), factory);
    sc_core::sc_start(gpu_->period());  // elaborates; SystemC warns of starts without a duration
  }
  ~TimedMachine() override {
    const UseContext use(context_.get());
    gpu_.reset();
    context_.reset();
  }
  TimedMachine(const TimedMachine&) = delete;
  TimedMachine& operator=(const TimedMachine&) = delete;

  std::string memory_difference() const override {
    const UseContext use(context_.get());
    return debug_difference(gpu_->memory_of_core_0(), memory());
  }

  void on_progress(Progress progress) override {
    DeviceBase::on_progress(in_context_of_caller(std::move(progress)));
  }
  void on_warning(Warning warning) override {
    DeviceBase::on_warning(in_context_of_caller(std::move(warning)));
  }

 private:
  static constexpr std::uint64_t kSliceCycles = 100'000;

  /// Receivers are called during a launch. The simulation is none of theirs: SystemC's time in it
  /// may lag behind, and a process of theirs must not get into it.
  template <class Receiver>
  Receiver in_context_of_caller(Receiver receiver) {
    if (!receiver) return nullptr;
    return [this, receiver = std::move(receiver)](const auto&... told) {
      const UseContext use(caller_);
      receiver(told...);
    };
  }

  void run(const Launch& unmarked, LaunchStatistics& statistics) override {
    caller_ = sc_core::sc_curr_simcontext;
    const UseContext use(context_.get());
    Launch launch = unmarked;
    if (reads_marks_) launch.scalar_marks = &marks_of(launch);
    align();
    gpu_->begin(launch);
    try {
      Watch watch;
      while (!gpu_->finished()) run_slice(launch, watch);
      settle(launch, watch);
      gpu_->synchronise();
      settle(launch, watch);
    } catch (...) {
      gpu_->abandon();
      throw;
    }
    gpu_->finish(statistics);
  }

  void loaded(std::uint32_t address, std::size_t bytes) override {
    const UseContext use(context_.get());
    debug_load(gpu_->memory_of_core_0(), memory(), address, bytes);
  }

  const ScalarMarks& marks_of(const Launch& launch) {
    return marks_.of(launch, [&] {
      const LaunchShape shape = launch_shape(launch.range.local, config().core);
      return mark_scalar_work(*launch.image, KernelUniformity(*launch.image, launch.entry, shape));
    });
  }

  /// Every launch starts at a multiple of the issue period, so that equal launches take equal
  /// cycles.
  void align() {
    const std::uint64_t unit = config().core.issue.period * gpu_->period().value();
    const std::uint64_t rest = sc_core::sc_time_stamp().value() % unit;
    sc_core::sc_start(sc_core::sc_time::from_value(unit - rest), sc_core::SC_RUN_TO_TIME);
  }

  /// Notices that nothing moves any more.
  struct Watch {
    std::uint64_t moves = 0;
    std::uint64_t since_cycle = 0;

    /// Cycles since anything has moved; 0 while an answer of memory is known to come.
    std::uint64_t quiet_cycles(const Gpu& gpu) {
      if (gpu.moves() != moves) *this = {gpu.moves(), gpu.elapsed_cycles()};
      since_cycle = std::max(since_cycle, std::min(gpu.answered_until(), gpu.elapsed_cycles()));
      return gpu.elapsed_cycles() - since_cycle;
    }
  };

  void run_slice(const Launch& launch, Watch& watch) {
    const LimitsConfig& limits = config().limits;
    std::uint64_t slice = std::min(kSliceCycles, limits.no_progress_cycles);
    const std::uint64_t elapsed = gpu_->elapsed_cycles();
    if (limits.max_cycles != 0) {
      if (elapsed >= limits.max_cycles) {
        throw Error(ErrorKind::NoProgress,
                    fmt::format("kernel {} has not ended after {} cycles (limits.max_cycles)",
                                launch.kernel->name, limits.max_cycles));
      }
      slice = std::min(slice, limits.max_cycles - elapsed);
    }
    gpu_->advance(slice);
    gpu_->rethrow_failure();
    progress().report(gpu_->elapsed_cycles(), gpu_->warp_instructions());
    const bool starved = !sc_core::sc_pending_activity() && !gpu_->finished();
    if (watch.quiet_cycles(*gpu_) >= limits.no_progress_cycles || starved) {
      give_up(launch, watch,
              "makes no progress: no instruction has issued, and memory has answered nothing,");
    }
  }

  /// Lets instructions and stores that are still on their way arrive; a memory may have events of
  /// its own for ever.
  void settle(const Launch& launch, Watch& watch) {
    const std::uint64_t limit = config().limits.no_progress_cycles;
    while (gpu_->busy()) {
      gpu_->advance(std::min(kSliceCycles, limit));
      gpu_->rethrow_failure();
      const bool starved = !sc_core::sc_pending_activity() && gpu_->busy();
      if (watch.quiet_cycles(*gpu_) >= limit || starved) {
        give_up(launch, watch,
                "has executed its last instruction, but memory still owes answers and has given "
                "none");
      }
    }
  }

  /// One sentence, followed by the state of every module.
  [[noreturn]] void give_up(const Launch& launch, const Watch& watch, const char* sentence) const {
    std::ostringstream state;
    gpu_->describe(state);
    throw Error(ErrorKind::NoProgress,
                fmt::format("kernel {} {} since cycle {}\n{}", launch.kernel->name, sentence,
                            watch.since_cycle, state.str()));
  }

  std::unique_ptr<sc_core::sc_simcontext> context_;
  sc_core::sc_simcontext* caller_ = nullptr;  ///< that of who launches
  std::unique_ptr<Gpu> gpu_;
  const bool reads_marks_;
  static constexpr std::size_t kMostMarked = 256;  ///< kernels; programs may come and go
  PerKernel<ScalarMarks> marks_{kMostMarked};
};

}  // namespace

std::unique_ptr<Machine> make_timed_machine(const MachineConfig& config) {
  BlockFactory model;
  return std::make_unique<TimedMachine>(config, model);
}

std::unique_ptr<Machine> make_timed_machine(const MachineConfig& config, BlockFactory& factory) {
  return std::make_unique<TimedMachine>(config, factory);
}

}  // namespace lanefold
