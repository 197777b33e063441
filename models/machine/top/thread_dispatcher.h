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

#include "base/index_set.h"
#include "blocks/clock/core_clock.h"
#include "blocks/pipeline/core_interfaces.h"
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/pipeline/hardware_thread.h"
#include "decisions/pipeline/thread_group.h"
#include "decisions/pipeline/thread_places.h"
#include "lanefold/machine_config.h"
#include "machine/device/group_placement.h"

namespace lanefold {

/// A work-group becomes resident when place_group() finds room for it, in the order of the groups;
/// its slices start one a cycle. A slot is free again when its slice ends, a warp when all of its
/// slots are, local memory when the group ends.
///
/// Where warps are divided, work-items of kernels without barriers go to slices as these fall free
/// (IPDPS'12 section IV-A): a core takes those of one group, and then those of the next.
///
/// Where each lane walks a region of the launch (dispatch.mapping), a group stands for as many
/// work-items as it has, of whatever groups the lanes take them.
class ThreadDispatcher : public sc_core::sc_module {
 public:
  using RetiredTarget = CallTarget<ThreadDispatcher, WarpProtocol>;

  sc_core::sc_vector<ThreadInitiator> command;  ///< one per core
  sc_core::sc_vector<RetiredTarget> retired;    ///< one per core
  /// Asked for the cores of a group that spans several when its barrier completes; the group goes
  /// on when that is done.
  sc_core::sc_port<MemoryBarrier> memory_barrier{"memory_barrier"};

  /// `threads[c]` are the slots of core c; they outlive the module.
  ThreadDispatcher(const sc_core::sc_module_name& name, const MachineConfig& config,
                   const CoreClock& clock,
                   const std::vector<const std::vector<HardwareThread*>*>& threads);

  /// Starts dispatching the groups of `launch`, which must outlive them.
  void start(LaunchedGroups& launch);
  /// Forgets the groups of a launch that failed.
  void abandon() { ++launches_; }
  /// What a core asks of it.
  WorkSource& work(unsigned core) { return *work_[core]; }
  /// Called in the cycle in which the last work-group of a launch ends.
  void on_finished(std::function<void()> action) { on_finished_ = std::move(action); }
  bool finished() const { return resident_.empty() && next_group_ == group_count_; }
  std::uint64_t warps_dispatched() const { return warps_dispatched_; }
  /// Those of all resident work-groups.
  std::vector<PlacedThread> threads() const;
  void describe(std::ostream& out) const;

 private:
  /// The work-items that have not begun, as one core sees them.
  class CoreWork final : public WorkSource {
   public:
    CoreWork(ThreadDispatcher& dispatcher, unsigned core) : dispatcher_(dispatcher), core_(core) {}
    bool work_left() const override { return dispatcher_.work_left(core_); }
    void reconfigured() override { dispatcher_.reconfigured(core_); }

   private:
    ThreadDispatcher& dispatcher_;
    const unsigned core_;
  };

  struct Resident {
    std::unique_ptr<ThreadGroup> group;
    std::vector<unsigned> cores;  ///< that it has been placed on
  };

  void take_retired(WarpInstruction& instruction);
  bool work_left(unsigned core) const;
  void reconfigured(unsigned core);
  void find_warps(unsigned core);
  void dispatch();
  void place_groups();
  /// Where the next group goes, on cores that take work-items.
  Placement place_next() const;
  void feed_slices();
  bool feed(unsigned core);
  /// The group on the core with work-items that have not begun, if there is one.
  ThreadGroup* open_group(unsigned core) const;
  Resident& make_resident(std::vector<unsigned> cores);
  void begin_items(ThreadGroup& group, unsigned core, unsigned slot);
  /// Work-items for the lanes that take some, of a launch that has regions.
  void divide_into_regions();
  /// The number among all lanes of the machine of the first lane of the slice's warp.
  std::uint32_t first_lane(unsigned core, const HardwareThread& thread) const {
    return (core * config_.core.warps + thread.warp_number()) * config_.core.warp_width;
  }
  SlotSet take_warp(unsigned core);
  void release(const HardwareThread& thread);
  /// Free slots whose slices are active.
  SlotSet free_active(unsigned core) const;
  void release_barrier(Resident& resident);
  void resume(const std::vector<HardwareThread*>& threads);
  void end_group(std::vector<Resident>::iterator resident);
  void tell(const HardwareThread& thread, ThreadCommand::Kind kind, Cycle cycle);
  unsigned core_of(const HardwareThread& thread) const { return thread.number() / slots_; }
  unsigned slot_of(const HardwareThread& thread) const { return thread.number() % slots_; }

  const MachineConfig& config_;
  const CoreClock& clock_;
  const unsigned slots_;                  ///< of each core
  std::vector<HardwareThread*> threads_;  ///< by core, then slot
  std::vector<SlotSet> free_slots_;       ///< of each core
  std::vector<SlotSet> warps_;            ///< slots of each warp, by core, then number
  FreeResources free_;
  std::vector<std::unique_ptr<CoreWork>> work_;  ///< of each core
  std::function<void()> on_finished_ = [] {};
  LaunchedGroups* launch_ = nullptr;
  std::uint64_t launches_ = 0;  ///< a memory barrier of another one is forgotten
  GroupNeeds needs_;
  bool slice_by_slice_ = false;
  std::uint64_t next_group_ = 0;
  std::uint64_t group_count_ = 0;
  std::uint64_t warps_dispatched_ = 0;
  Cycle last_start_ = 0;  ///< cycle in which the latest warp starts
  std::vector<Resident> resident_;
  std::vector<std::unique_ptr<ThreadGroup>> spare_;
};

}  // namespace lanefold
