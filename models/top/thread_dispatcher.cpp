// SPDX-License-Identifier: Apache-2.0
// The thread dispatcher.
#include "top/thread_dispatcher.h"

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <utility>

#include "execute/warp.h"

namespace lanefold {

ThreadDispatcher::ThreadDispatcher(const sc_core::sc_module_name& name, const MachineConfig& config,
                                   const sc_core::sc_time& period,
                                   std::vector<std::vector<std::unique_ptr<Warp>>*> warps,
                                   GlobalMemory& memory, Reservations& reservations)
    : sc_module(name),
      command("command"),
      retired("retired"),
      config_(config),
      period_(period),
      memory_(memory),
      reservations_(reservations) {
  command.init(config.cores,
               [](const char* socket, std::size_t) { return new ThreadInitiator(socket); });
  retired.init(config.cores, [this](const char* socket, std::size_t) {
    return new RetiredTarget(socket, this, &ThreadDispatcher::take_retired);
  });
  for (unsigned core = 0; core < warps.size(); ++core) {
    for (unsigned slot = 0; slot < warps[core]->size(); ++slot) {
      threads_.push_back({core, slot, (*warps[core])[slot].get(), false});
    }
  }
}

void ThreadDispatcher::start(const Launch& launch) {
  launch_ = &launch;
  std::move(resident_.begin(), resident_.end(), std::back_inserter(spare_));
  resident_.clear();
  for (Thread& thread : threads_) thread.busy = false;
  free_threads_ = static_cast<unsigned>(threads_.size());
  free_local_bytes_ = config_.local_memory.bytes;
  const std::uint32_t width = config_.core.warp_width;
  warps_per_group_ = (launch.group_size() + width - 1) / width;
  next_group_ = 0;
  group_count_ = launch.group_count();
  warps_dispatched_ = 0;
  last_start_ = now();
  dispatch();
}

bool ThreadDispatcher::fits() const {
  return free_threads_ >= warps_per_group_ && free_local_bytes_ >= launch_->local_bytes;
}

void ThreadDispatcher::dispatch() {
  while (next_group_ < group_count_ && fits()) place_group();
}

std::vector<ThreadDispatcher::Thread*> ThreadDispatcher::choose_threads() {
  std::vector<std::vector<Thread*>> free(config_.cores);
  for (auto thread = threads_.rbegin(); thread != threads_.rend(); ++thread) {
    if (!thread->busy) free[thread->core].push_back(&*thread);
  }
  std::vector<Thread*> chosen;
  while (chosen.size() < warps_per_group_) {
    auto most = std::max_element(free.begin(), free.end(),
                                 [](const auto& a, const auto& b) { return a.size() < b.size(); });
    chosen.push_back(most->back());
    most->pop_back();
  }
  return chosen;
}

void ThreadDispatcher::place_group() {
  if (spare_.empty()) spare_.push_back(std::make_unique<WorkGroup>(memory_, reservations_));
  std::unique_ptr<WorkGroup> group = std::move(spare_.back());
  spare_.pop_back();
  const std::vector<Thread*> chosen = choose_threads();
  std::vector<Warp*> members;
  for (Thread* thread : chosen) {
    thread->busy = true;
    members.push_back(thread->warp);
  }
  free_threads_ -= warps_per_group_;
  free_local_bytes_ -= launch_->local_bytes;
  warps_dispatched_ += warps_per_group_;
  group->start(*launch_, launch_->group(next_group_++), std::move(members));
  resident_.push_back(std::move(group));
  for (const Thread* thread : chosen) {
    last_start_ = std::max(now(), last_start_) + 1;
    tell(*thread, ThreadCommand::Kind::Start, last_start_);
  }
}

void ThreadDispatcher::tell(const Thread& thread, ThreadCommand::Kind kind, std::uint64_t cycle) {
  ThreadCommand payload{kind, thread.slot, cycle};
  command[thread.core].send(payload);
}

ThreadDispatcher::Thread& ThreadDispatcher::thread_of(const Warp& warp) {
  return *std::find_if(threads_.begin(), threads_.end(),
                       [&](const Thread& thread) { return thread.warp == &warp; });
}

void ThreadDispatcher::take_retired(WarpInstruction& instruction) {
  Warp& warp = *instruction.warp;
  WorkGroup& group = warp.group();
  if (warp.done()) {
    group.retire(&warp);
    thread_of(warp).busy = false;
    ++free_threads_;
  }
  if (group.barrier_complete()) {
    group.release_barrier();
    release(group);
  }
  if (group.done()) {
    const auto place = std::find_if(resident_.begin(), resident_.end(),
                                    [&](const auto& resident) { return resident.get() == &group; });
    spare_.push_back(std::move(*place));
    resident_.erase(place);
    free_local_bytes_ += launch_->local_bytes;
  }
  if (warp.done()) dispatch();
}

/// The group goes on when what one core's warps wrote can be seen by those of the others.
void ThreadDispatcher::release(const WorkGroup& group) {
  const std::vector<unsigned> cores = cores_of(group);
  if (!synchronise || cores.size() < 2) return resume(group);
  synchronise(cores, [this, &group] { resume(group); });
}

void ThreadDispatcher::resume(const WorkGroup& group) {
  for (const Warp* waiting : group.warps()) {
    tell(thread_of(*waiting), ThreadCommand::Kind::Resume, now() + 1);
  }
}

std::vector<unsigned> ThreadDispatcher::cores_of(const WorkGroup& group) {
  std::set<unsigned> cores;
  for (const Warp* warp : group.warps()) cores.insert(thread_of(*warp).core);
  return {cores.begin(), cores.end()};
}

void ThreadDispatcher::describe(std::ostream& out) const {
  out << name() << ": " << resident_.size() << " work-groups resident, "
      << group_count_ - next_group_ << " to come\n";
  for (const auto& group : resident_) {
    const auto waiting = std::count_if(group->warps().begin(), group->warps().end(),
                                       [](const Warp* warp) { return warp->at_barrier; });
    out << name() << ": work-group (" << group->id()[0] << ", " << group->id()[1] << ", "
        << group->id()[2] << ") has " << group->warps().size() << " warps, " << waiting
        << " at a barrier\n";
  }
}

}  // namespace lanefold
