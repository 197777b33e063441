// SPDX-License-Identifier: Apache-2.0
// The thread dispatcher.
#include "top/thread_dispatcher.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>

namespace lanefold {

ThreadDispatcher::ThreadDispatcher(const sc_core::sc_module_name& name, const MachineConfig& config,
                                   const sc_core::sc_time& period,
                                   const std::vector<std::vector<std::unique_ptr<Slice>>*>& slices,
                                   GlobalMemory& memory, Reservations& reservations)
    : sc_module(name),
      command("command"),
      retired("retired"),
      config_(config),
      clock_(period),
      memory_(memory),
      reservations_(reservations),
      free_(config) {
  command.init(config.cores,
               [](const char* socket, std::size_t) { return new ThreadInitiator(socket); });
  retired.init(config.cores, [this](const char* socket, std::size_t) {
    return new RetiredTarget(socket, this, &ThreadDispatcher::take_retired);
  });
  for (const auto* of_core : slices) {
    for (const auto& slice : *of_core) {
      slice->set_thread(static_cast<unsigned>(threads_.size()));
      threads_.push_back(slice.get());
    }
  }
}

void ThreadDispatcher::start(const Launch& launch) {
  launch_ = &launch;
  for (Resident& resident : resident_) spare_.push_back(std::move(resident.group));
  resident_.clear();
  free_ = FreeResources(config_);
  free_slots_.assign(config_.cores, SlotSet::first(config_.core.warps));
  const std::uint32_t width = config_.core.warp_width;
  needs_ = needs_of_group(config_, (launch.group_size() + width - 1) / width, launch.local_bytes);
  next_group_ = 0;
  group_count_ = launch.group_count();
  warps_dispatched_ = 0;
  last_start_ = clock_.now();
  dispatch();
}

void ThreadDispatcher::dispatch() {
  while (next_group_ < group_count_) {
    const Placement placement = place_group(free_, needs_);
    if (placement.cores.empty()) return;
    start_group(placement);
  }
}

void ThreadDispatcher::start_group(const Placement& placement) {
  if (spare_.empty()) spare_.push_back(std::make_unique<WorkGroup>(memory_, reservations_));
  resident_.push_back({std::move(spare_.back()), placement.cores});
  spare_.pop_back();
  std::vector<Slice*> members;
  for (const unsigned core : placement.core_of_warp) members.push_back(take_thread(core));
  free_.take_local(placement.cores, needs_.local_bytes);
  warps_dispatched_ += members.size();
  WorkGroup& group = *resident_.back().group;
  group.start(*launch_, launch_->group(next_group_++), std::move(members));
  for (const Slice* slice : group.slices()) {
    last_start_ = std::max(clock_.now(), last_start_) + 1;
    tell(*slice, ThreadCommand::Kind::Start, last_start_);
  }
}

/// The lowest free slot.
Slice* ThreadDispatcher::take_thread(unsigned core) {
  const unsigned slot = free_slots_[core].lowest();
  free_slots_[core].reset(slot);
  --free_.threads[core];
  return threads_[core * config_.core.warps + slot];
}

void ThreadDispatcher::release_thread(const Slice& slice) {
  free_slots_[core_of(slice)].set(slot_of(slice));
  ++free_.threads[core_of(slice)];
}

void ThreadDispatcher::tell(const Slice& slice, ThreadCommand::Kind kind, Cycle cycle) {
  ThreadCommand payload{kind, slot_of(slice), cycle};
  command[core_of(slice)].send(payload);
}

void ThreadDispatcher::take_retired(WarpInstruction& instruction) {
  const Slice& slice = *instruction.slice;
  WorkGroup& group = slice.warp().group();
  const bool ended = slice.done();
  if (ended) {
    group.retire(&slice);
    release_thread(slice);
  }
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
}

/// The group goes on when what one core's warps wrote can be seen by those of the others.
void ThreadDispatcher::release_barrier(Resident& resident) {
  WorkGroup& group = *resident.group;
  group.release_barrier();
  if (!synchronise || resident.cores.size() < 2) return resume(group);
  synchronise(resident.cores, [this, &group] { resume(group); });
}

void ThreadDispatcher::resume(const WorkGroup& group) {
  for (const Slice* waiting : group.slices()) {
    tell(*waiting, ThreadCommand::Kind::Resume, clock_.now() + 1);
  }
}

void ThreadDispatcher::describe(std::ostream& out) const {
  out << name() << ": " << resident_.size() << " work-groups resident, "
      << group_count_ - next_group_ << " to come\n";
  for (const Resident& resident : resident_) {
    const WorkGroup* group = resident.group.get();
    const auto waiting = std::count_if(group->slices().begin(), group->slices().end(),
                                       [](const Slice* slice) { return slice->at_barrier(); });
    out << name() << ": work-group (" << group->id()[0] << ", " << group->id()[1] << ", "
        << group->id()[2] << ") has " << group->slices().size() << " warps, " << waiting
        << " at a barrier\n";
  }
}

}  // namespace lanefold
