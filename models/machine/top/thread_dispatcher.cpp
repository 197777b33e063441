// SPDX-License-Identifier: Apache-2.0
// The thread dispatcher.
#include "machine/top/thread_dispatcher.h"

#include <algorithm>
#include <cassert>
#include <ostream>
#include <string>
#include <utility>

#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {

ThreadDispatcher::ThreadDispatcher(const sc_core::sc_module_name& name, const MachineConfig& config,
                                   const CoreClock& clock,
                                   const std::vector<const std::vector<HardwareThread*>*>& threads)
    : sc_module(name),
      command("command"),
      retired("retired"),
      config_(config),
      clock_(clock),
      slots_(slots_of(config.core)),
      free_(config) {
  command.init(config.cores,
               [](const char* socket, std::size_t) { return new ThreadInitiator(socket); });
  retired.init(config.cores, [this](const char* socket, std::size_t) {
    return new RetiredTarget(socket, this, &ThreadDispatcher::take_retired);
  });
  for (unsigned core = 0; core < config.cores; ++core) {
    work_.push_back(std::make_unique<CoreWork>(*this, core));
  }
  for (const auto* of_core : threads) {
    for (HardwareThread* thread : *of_core) {
      thread->set_number(static_cast<unsigned>(threads_.size()));
      threads_.push_back(thread);
    }
  }
}

void ThreadDispatcher::start(LaunchedGroups& launch) {
  launch_ = &launch;
  ++launches_;
  for (Resident& resident : resident_) spare_.push_back(std::move(resident.group));
  resident_.clear();
  free_ = FreeResources(config_);
  free_slots_.assign(config_.cores, SlotSet::first(slots_));
  warps_.assign(std::size_t{config_.cores} * config_.core.warps, SlotSet());
  for (unsigned core = 0; core < config_.cores; ++core) find_warps(core);
  slice_by_slice_ = divides_warps(config_.core) && launch.feeds_slices();
  needs_ = needs_of_group(config_, launch.threads_of_group(), launch.local_bytes());
  if (slice_by_slice_) needs_ = {1, 1, launch.local_bytes()};
  if (launch.has_regions()) divide_into_regions();
  next_group_ = 0;
  group_count_ = launch.count();
  warps_dispatched_ = 0;
  last_start_ = clock_.now();
  dispatch();
}

/// Nothing runs there: later, slices may have lanes that others have got work-items for.
void ThreadDispatcher::find_warps(unsigned core) {
  const auto first = warps_.begin() + core * config_.core.warps;
  std::fill(first, first + config_.core.warps, SlotSet());
  for (unsigned slot = 0; slot < slots_; ++slot) {
    const HardwareThread& slice = *threads_[core * slots_ + slot];
    if (slice.assigned().any()) (first + slice.warp_number())->set(slot);
  }
}

void ThreadDispatcher::divide_into_regions() {
  std::vector<std::uint32_t> lanes;
  for (const HardwareThread* slice : threads_) {
    if (!slice->active()) continue;
    const std::uint32_t first = first_lane(core_of(*slice), *slice);
    for_each_lane(slice->assigned(), [&](unsigned lane) { lanes.push_back(first + lane); });
  }
  std::sort(lanes.begin(), lanes.end());
  assert(std::adjacent_find(lanes.begin(), lanes.end()) == lanes.end());  // slices are disjoint
  const CoreConfig& core = config_.core;
  launch_->divide_into_regions(lanes, config_.cores * core.warps * core.warp_width);
}

void ThreadDispatcher::dispatch() { slice_by_slice_ ? feed_slices() : place_groups(); }

/// Each takes whole warps.
void ThreadDispatcher::place_groups() {
  while (next_group_ < group_count_) {
    const Placement placement = place_next();
    if (placement.cores.empty()) return;
    ThreadGroup& group = *make_resident(placement.cores).group;
    for (const unsigned core : placement.core_of_warp) {
      for (const unsigned slot : take_warp(core)) {
        if (group.items_left()) begin_items(group, core, slot);
      }
    }
  }
}

Placement ThreadDispatcher::place_next() const {
  if (!divides_warps(config_.core)) return place_group(free_, needs_);
  FreeResources open = free_;
  for (unsigned core = 0; core < config_.cores; ++core) {
    if (!threads_[core * slots_]->active()) open.threads[core] = 0;
  }
  return place_group(open, needs_);
}

bool ThreadDispatcher::work_left(unsigned core) const {
  return next_group_ != group_count_ || open_group(core) != nullptr;
}

void ThreadDispatcher::reconfigured(unsigned core) {
  find_warps(core);
  dispatch();
}

/// The core with the most free slices is next, the lowest number first.
void ThreadDispatcher::feed_slices() {
  std::vector<unsigned> free(config_.cores);
  for (unsigned core = 0; core < config_.cores; ++core) free[core] = free_active(core).count();
  for (;;) {
    const auto most = std::max_element(free.begin(), free.end());
    if (*most == 0) return;
    *most = feed(static_cast<unsigned>(most - free.begin())) ? *most - 1 : 0;
  }
}

/// One slice of the core. False if there is nothing for it.
bool ThreadDispatcher::feed(unsigned core) {
  ThreadGroup* group = open_group(core);
  if (group == nullptr) {
    const bool room = free_.local_of(core) >= needs_.local_bytes;
    if (next_group_ == group_count_ || !room) return false;
    group = make_resident({core}).group.get();
  }
  const unsigned slot = free_active(core).lowest();
  free_slots_[core].reset(slot);
  begin_items(*group, core, slot);
  return true;
}

ThreadGroup* ThreadDispatcher::open_group(unsigned core) const {
  const auto open = std::find_if(resident_.begin(), resident_.end(), [&](const Resident& resident) {
    return resident.cores.front() == core && resident.group->items_left();
  });
  return open != resident_.end() ? open->group.get() : nullptr;
}

/// The next group, before any of its work-items begins.
ThreadDispatcher::Resident& ThreadDispatcher::make_resident(std::vector<unsigned> cores) {
  if (spare_.empty()) spare_.push_back(launch_->make_group());
  free_.take_local(cores, needs_.local_bytes);
  resident_.push_back({std::move(spare_.back()), std::move(cores)});
  spare_.pop_back();
  launch_->start(*resident_.back().group, next_group_++);
  return resident_.back();
}

void ThreadDispatcher::begin_items(ThreadGroup& group, unsigned core, unsigned slot) {
  HardwareThread& slice = *threads_[core * slots_ + slot];
  group.begin_items(slice, first_lane(core, slice));
  free_slots_[core].reset(slot);
  ++warps_dispatched_;
  last_start_ = std::max(clock_.now(), last_start_) + 1;
  tell(slice, ThreadCommand::Kind::Start, last_start_);
}

SlotSet ThreadDispatcher::free_active(unsigned core) const {
  SlotSet set;
  for (const unsigned slot : free_slots_[core]) {
    set.assign(slot, threads_[core * slots_ + slot]->active());
  }
  return set;
}

/// The lowest warp all of whose slots are free.
SlotSet ThreadDispatcher::take_warp(unsigned core) {
  --free_.threads[core];
  const auto first = warps_.begin() + core * config_.core.warps;
  return *std::find_if(first, first + config_.core.warps,
                       [&](SlotSet warp) { return warp.without(free_slots_[core]).none(); });
}

void ThreadDispatcher::release(const HardwareThread& slice) {
  const unsigned core = core_of(slice);
  free_slots_[core].set(slot_of(slice));
  const SlotSet warp = warps_[core * config_.core.warps + slice.warp_number()];
  const bool whole = warp.without(free_slots_[core]).none();
  if (whole && !slice_by_slice_) ++free_.threads[core];
}

void ThreadDispatcher::tell(const HardwareThread& thread, ThreadCommand::Kind kind, Cycle cycle) {
  ThreadCommand payload{kind, slot_of(thread), cycle};
  command[core_of(thread)].send(payload);
}

void ThreadDispatcher::take_retired(WarpInstruction& instruction) {
  const HardwareThread& thread = *instruction.thread;
  ThreadGroup& group = thread.group();
  const bool ended = thread.place().done;
  if (ended) {
    group.retire(&thread);
    if (thread.frees() != nullptr) release(*thread.frees());
  }
  // The warp of a sub-group is on one core, which sees what it wrote.
  resume(group.open_sub_group(thread));
  const auto resident = std::find_if(resident_.begin(), resident_.end(),
                                     [&](const Resident& r) { return r.group.get() == &group; });
  if (group.barrier_complete()) release_barrier(*resident);
  if (group.done()) end_group(resident);
  if (ended) dispatch();
}

void ThreadDispatcher::end_group(std::vector<Resident>::iterator resident) {
  free_.give_back_local(resident->cores, needs_.local_bytes);
  spare_.push_back(std::move(resident->group));
  resident_.erase(resident);
  if (finished()) on_finished_();
}

/// The group goes on when what one core's warps wrote can be seen by those of the others.
void ThreadDispatcher::release_barrier(Resident& resident) {
  ThreadGroup& group = *resident.group;
  group.release_barrier();
  if (resident.cores.size() < 2) return resume(group.threads());
  memory_barrier->synchronise(resident.cores, [this, &group, launch = launches_] {
    if (launch == launches_) resume(group.threads());
  });
}

void ThreadDispatcher::resume(const std::vector<HardwareThread*>& threads) {
  for (const HardwareThread* waiting : threads) {
    tell(*waiting, ThreadCommand::Kind::Resume, clock_.now() + 1);
  }
}

std::vector<PlacedThread> ThreadDispatcher::threads() const {
  std::vector<PlacedThread> placed;
  for (const HardwareThread* thread : threads_) {
    const auto holds = [thread](const Resident& resident) {
      const auto& of_group = resident.group->threads();
      return std::find(of_group.begin(), of_group.end(), thread) != of_group.end();
    };
    if (std::any_of(resident_.begin(), resident_.end(), holds)) {
      placed.push_back({thread, core_of(*thread), slot_of(*thread)});
    }
  }
  return placed;
}

void ThreadDispatcher::describe(std::ostream& out) const {
  out << name() << ": " << resident_.size() << " work-groups resident, "
      << group_count_ - next_group_ << " to come\n";
  for (const Resident& resident : resident_) {
    const ThreadGroup* group = resident.group.get();
    const auto waiting = std::count_if(group->threads().begin(), group->threads().end(),
                                       [](const auto* thread) { return thread->at_barrier(); });
    const bool own = group->keeps_items_together();
    out << name() << ": " << (own ? "" : "as many work-items, of any groups, as ") << "work-group ("
        << group->id()[0] << ", " << group->id()[1] << ", " << group->id()[2] << ") has "
        << (own ? "" : "are in ") << group->threads().size() << " warps, " << waiting
        << " at a barrier\n";
  }
}

}  // namespace lanefold
