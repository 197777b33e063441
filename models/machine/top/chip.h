// SPDX-License-Identifier: Apache-2.0
// All blocks of a machine: thread dispatcher, cores, local memory, and the levels of memory.
#pragma once

#include <iosfwd>
#include <memory>
#include <systemc>
#include <vector>

#include "blocks/load_store/local_memory.h"
#include "lanefold/machine_config.h"
#include "lanefold/sampler.h"
#include "lanefold/statistics.h"
#include "machine/top/core.h"
#include "machine/top/memory_chain.h"
#include "machine/top/thread_dispatcher.h"

namespace lanefold {

/// No module: its blocks are children of the module that constructs it.
class Chip {
 public:
  /// `config` outlives it; the factory is asked during this call only.
  Chip(const MachineConfig& config, BlockFactory& factory, const OutsideMemory& outside = {});
  ~Chip();
  Chip(const Chip&) = delete;
  Chip& operator=(const Chip&) = delete;

  /// Starts a launch at the current time, which must be a whole number of issue periods.
  void begin(LaunchedGroups& launch);
  bool finished() const { return dispatcher_->finished(); }
  /// Whether any instruction or request is on its way.
  bool busy() const;
  /// Who looks at launches that begin from now on; nullptr for nobody. It outlives them.
  void sample(Sampler* sampler) { sampler_ = sampler; }
  /// Simulates so many cycles, or fewer if nothing is left to happen. If all code that runs is the
  /// model's own, which looks at the machine's clock and never at SystemC's time, most of them pass
  /// without SystemC's scheduler, whose time is right again at the end: nothing else is at the top
  /// of the simulation, and the factory vouches for its blocks (objects alone would not tell: some
  /// blocks are no modules). Beside others, the simulation pauses when it has stopped().
  void advance(std::uint64_t cycles);
  /// Whether the module that has the chip is the only object at the top of its simulation, be it a
  /// module, a channel or a process: so nobody else sees SystemC's time, but for blocks of others.
  bool single() const;
  /// Notified when the last work-group of a launch has ended, or a work-item has done something
  /// wrong.
  const sc_core::sc_event& stopped() const { return stopped_; }
  /// Empties the cores after a launch that failed: nothing of it runs on.
  void abandon();
  /// Without coherence, writes back and empties the private data caches: once memory is idle, all
  /// cores, and debug transport through any of them, see the writes of the launch.
  void synchronise();
  /// Closes the books of the launch.
  void finish(LaunchStatistics& statistics);
  /// The same of a launch that is stopped: its cycles end when the pipes are free of what has
  /// issued.
  void finish_early(LaunchStatistics& statistics);
  /// Rethrows what a work-item did wrong, if any did.
  void rethrow_failure();

  std::uint64_t elapsed_cycles() const { return clock_.clock().now() - begin_cycle_; }
  std::uint64_t warp_instructions() const;
  /// Counts what a launch that is alive does: instructions that issue, answers of memory, and what
  /// passes between its levels.
  std::uint64_t moves() const;
  /// Cycles from the launch's begin to the latest answer that memory has given or said when to
  /// give.
  std::uint64_t answered_until() const;
  const sc_core::sc_time& period() const { return clock_.period(); }
  /// Memory as a core sees it, for loaders and checkers.
  tlm::tlm_fw_transport_if<>& memory_of_core(unsigned core) const {
    return *cores_[core]->memory[0];
  }
  /// What the levels hold modified of `bytes` from `address` on reaches the memory behind them, by
  /// debug transport. Nothing is on its way, and private caches without coherence are empty.
  void write_back(std::uint64_t address, std::uint64_t bytes) {
    memory_.write_back(address, bytes);
  }
  /// Shared caches hold what they would after these accesses. Nothing is on its way.
  void warm(const std::vector<LineTouch>& touches) { memory_.warm(touches); }
  /// Adds what launches find as the one before has left it. Nothing is on its way.
  void save(MachineState& state) const;
  /// Takes over what it can, before its first launch.
  void restore(const MachineState& state);
  /// Those that hold work-items.
  std::vector<PlacedThread> threads() const { return dispatcher_->threads(); }
  void describe(std::ostream& out) const;

 private:
  void build_local_memories();
  CallSocket<WarpProtocol>& local_memory_of(unsigned core);
  void stop();
  const MachineSnapshot& snapshot(Cycle cycle);
  Cycle take_sample(Cycle now);
  void close_books(std::uint64_t end, LaunchStatistics& statistics);

  const MachineConfig& config_;
  const bool own_blocks_;  ///< none looks at SystemC's time
  ClockDomain clock_;
  std::vector<std::unique_ptr<Core>> cores_;
  std::unique_ptr<ThreadDispatcher> dispatcher_;
  std::vector<std::unique_ptr<LocalMemory>> local_memories_;  ///< one, or one for each core
  MemoryChain memory_;
  std::uint64_t begin_cycle_ = 0;
  Sampler* sampler_ = nullptr;
  MachineSnapshot snapshot_;  ///< the latest one
  bool advancing_ = false;
  sc_core::sc_event stopped_{"stopped"};
};

}  // namespace lanefold
