// SPDX-License-Identifier: Apache-2.0
// The thread dispatcher: places work-groups on hardware threads, and keeps their barriers (ISCA'13
// section 2.1).
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <systemc>
#include <vector>

#include "execute/launch.h"
#include "execute/work_group.h"
#include "frontend/warp_protocol.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// A work-group becomes resident when there are enough free threads, on whichever cores, and enough
/// local memory; its warps go to the cores with the most free threads first and start one a cycle.
/// A thread is free again when its warp ends.
class ThreadDispatcher : public sc_core::sc_module {
 public:
  using RetiredTarget = CallTarget<ThreadDispatcher, WarpProtocol>;

  sc_core::sc_vector<ThreadInitiator> command;  ///< one per core
  sc_core::sc_vector<RetiredTarget> retired;    ///< one per core
  /// Called with the cores of a group that spans several when its barrier completes, if set; the
  /// group goes on when `done` is called.
  std::function<void(const std::vector<unsigned>& cores, const std::function<void()>& done)>
      synchronise;

  /// `warps[c]` are the hardware threads of core c; they outlive the module, as do the memories.
  ThreadDispatcher(const sc_core::sc_module_name& name, const MachineConfig& config,
                   const sc_core::sc_time& period,
                   std::vector<std::vector<std::unique_ptr<Warp>>*> warps, GlobalMemory& memory,
                   Reservations& reservations);

  /// Starts dispatching the groups of `launch`, which must outlive them.
  void start(const Launch& launch);
  bool finished() const { return resident_.empty() && next_group_ == group_count_; }
  std::uint64_t warps_dispatched() const { return warps_dispatched_; }
  void describe(std::ostream& out) const;

 private:
  struct Thread {
    unsigned core = 0;
    unsigned slot = 0;
    Warp* warp = nullptr;
    bool busy = false;
  };

  void take_retired(WarpInstruction& instruction);
  void dispatch();
  bool fits() const;
  std::vector<Thread*> choose_threads();
  void place_group();
  void release(const WorkGroup& group);
  void resume(const WorkGroup& group);
  std::vector<unsigned> cores_of(const WorkGroup& group);
  void tell(const Thread& thread, ThreadCommand::Kind kind, std::uint64_t cycle);
  Thread& thread_of(const Warp& warp);
  std::uint64_t now() const { return sc_core::sc_time_stamp().value() / period_.value(); }

  const MachineConfig& config_;
  const sc_core::sc_time period_;
  GlobalMemory& memory_;
  Reservations& reservations_;
  std::vector<Thread> threads_;  ///< by core, then slot
  unsigned free_threads_ = 0;
  std::uint64_t free_local_bytes_ = 0;
  const Launch* launch_ = nullptr;
  unsigned warps_per_group_ = 0;
  std::uint64_t next_group_ = 0;
  std::uint64_t group_count_ = 0;
  std::uint64_t warps_dispatched_ = 0;
  std::uint64_t last_start_ = 0;  ///< cycle in which the latest warp starts
  std::vector<std::unique_ptr<WorkGroup>> resident_;
  std::vector<std::unique_ptr<WorkGroup>> spare_;
};

}  // namespace lanefold
