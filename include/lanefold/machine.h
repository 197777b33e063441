// SPDX-License-Identifier: Apache-2.0
// A simulated machine: a device whose launches are counted and, if timed, take cycles.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lanefold/device.h"
#include "lanefold/error.h"
#include "lanefold/machine_config.h"
#include "lanefold/machine_state.h"
#include "lanefold/statistics.h"

namespace lanefold {

class BlockFactory;
class ExecutionObserver;
class Sampler;

/// Why a launch is stopped before its end.
struct LaunchStop {
  ErrorKind kind;
  std::string why;  ///< completes "kernel k ...": "was interrupted"
};

class Machine : public Device {
 public:
  /// One record per launch, in order. A launch that is stopped, by an answer of on_stop_check() or
  /// by limits.max_cycles, has one that is marked as partial: what was counted until then. One that
  /// fails otherwise has none.
  virtual const std::vector<LaunchStatistics>& launches() const = 0;
  /// Hands the records over and forgets them: for a host that launches without end.
  virtual std::vector<LaunchStatistics> take_launches() = 0;

  /// Called about ten times a second of host time during a launch; pass nullptr to stop it.
  using Progress = std::function<void(std::uint64_t cycles, std::uint64_t warp_instructions)>;
  virtual void on_progress(Progress progress) = 0;

  /// Asked about ten times a second of host time during a launch; pass nullptr to stop it. An
  /// answer stops the launch, which throws Error: the reason, and where every warp is.
  using StopCheck = std::function<std::optional<LaunchStop>()>;
  virtual void on_stop_check(StopCheck check) = 0;

  /// Looks at the counters of every launch from the next one on (lanefold/sampler.h); it outlives
  /// them. nullptr stops it. Only timed machines have cycles in which to look: others ignore it.
  virtual void on_sample(Sampler* /*sampler*/) {}

  /// Takes a sentence about what a launch does that other devices may punish: the first access of
  /// each instruction that lies behind a buffer (memory.overrun_bytes). Without a receiver it goes
  /// to standard error. Both receivers are called in the caller's SystemC context.
  using Warning = std::function<void(const std::string& sentence)>;
  virtual void on_warning(Warning warning) = 0;

  /// Places what a program keeps in memory for all its launches, as its first launch would.
  virtual void prepare(const Program& /*program*/) {}
  /// What it holds, between two launches: memory, and on a timed machine what a launch finds in
  /// caches. Throws Error(Usage) where that cannot be told: memory is another's, or only some
  /// launches are timed.
  virtual MachineState state() const { throw no_state(); }
  /// Goes on from a state, before its first launch: its programs are prepared, and its buffers
  /// allocated as those of the state were. On a machine of another configuration, caches that are
  /// not alike keep the lines that there is room for, and a level that the other did not have is
  /// cold. Throws as state() does, and Error(File), a reason, for a state that does not fit.
  virtual void restore(const MachineState& /*state*/) { throw no_state(); }

  /// Has caches that all cores share hold what they would after these accesses, between launches
  /// and without time.
  virtual void warm(const std::vector<LineTouch>& /*touches*/) {}

  /// Looks through the levels of a timed machine's memory, from core 0 down: empty if they hold
  /// what the buffers hold, otherwise a sentence about the first byte that differs. With
  /// memory.values=through, buffers are what core 0 sees, and all cores must see the same. Not
  /// after a launch that failed: what was on its way then is still there.
  virtual std::string memory_difference() const { return {}; }

 protected:
  static Error no_state() {
    return {ErrorKind::Usage, "this machine has no state that another could take over"};
  }
};

/// Executes without timing: `cycles` stays 0, everything that does not need time is counted.
std::unique_ptr<Machine> make_functional_machine(const MachineConfig& config);

/// A functional machine with an observer of every instruction
/// (models/decisions/execute/execution_observer.h).
std::unique_ptr<Machine> make_functional_machine(const MachineConfig& config,
                                                 ExecutionObserver& observer);

/// The cycle-level SystemC model, in a SystemC context of its own: several may live at once. A
/// configuration that `validate` (lanefold/config.h) refuses is not simulated correctly.
std::unique_ptr<Machine> make_timed_machine(const MachineConfig& config);

/// A timed machine with some blocks made by a factory (models/machine/top/block_factory.h), which
/// is asked during this call only. Blocks of a class derived from BlockFactory may look at
/// SystemC's time, so that every cycle goes through its scheduler, which takes about a tenth of the
/// time.
std::unique_ptr<Machine> make_timed_machine(const MachineConfig& config, BlockFactory& factory);

}  // namespace lanefold
