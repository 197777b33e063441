// SPDX-License-Identifier: Apache-2.0
// Carries out commands when what they wait for is done.
#include "scheduler.h"

#include <algorithm>
#include <utility>

#include "api_error.h"
#include "callback_thread.h"

namespace lanefold::icd {
namespace {

enum Time : std::size_t { kQueued, kSubmitted, kStarted, kEnded };

thread_local bool carries_out = false;

}  // namespace

Event::Event(std::shared_ptr<CommandQueue> of_queue, cl_command_type command,
             std::function<void()> action)
    : context(of_queue->context),
      queue(std::move(of_queue)),
      type(command),
      action_(std::move(action)) {}

void Scheduler::enqueue(const std::shared_ptr<Event>& command, const Events& wait_list,
                        Order order) {
  Lock lock(*this);
  CommandQueue& queue = *command->queue;
  command->times_[kQueued] = now_();
  for (const auto& event : wait_list) wait_for(command, event, true);
  if (order != Order::Usual && wait_list.empty()) {
    for (const auto& earlier : queue.pending_) wait_for(command, earlier, false);
  } else if (queue.in_order() && !queue.pending_.empty()) {
    wait_for(command, queue.pending_.back(), false);
  } else if (queue.barrier_ != nullptr) {
    wait_for(command, queue.barrier_, false);
  }
  command->place_ = queue.pending_.insert(queue.pending_.end(), command);
  if (order == Order::Barrier) queue.barrier_ = command;
  if (command->waits_for_ == 0) ready_.push_back(command);
  run_ready(lock);
}

void Scheduler::wait_for(const std::shared_ptr<Event>& command, const std::shared_ptr<Event>& other,
                         bool listed) {
  if (listed && other->status_ < 0) command->doomed_ = true;
  if (other->finished()) return;
  other->dependents_.push_back({command, listed});
  ++command->waits_for_;
}

/// One thread does this at a time; others leave what they have made ready to it.
void Scheduler::run_ready(Lock& lock) {
  if (running_) return;
  running_ = true;
  while (!ready_.empty()) {
    const std::shared_ptr<Event> command = std::move(ready_.front());
    ready_.pop_front();
    submit(*command);
    command->times_[kStarted] = now_();
    const cl_int status = carry_out(lock, *command);
    command->times_[kEnded] = now_();
    end(command, status);
    changed_.notify_all();
  }
  running_ = false;
}

/// A failure ends what the wait list says, and whatever comes later in an in-order queue.
cl_int Scheduler::carry_out(Lock& lock, Event& command) {
  CommandQueue& queue = *command.queue;
  const bool skipped = command.doomed_ || (queue.in_order() && queue.failure_ != CL_SUCCESS);
  if (!skipped) become(command, CL_RUNNING);
  std::function<void()> action = std::move(command.action_);
  lock.unlock();
  carries_out = true;
  const cl_int failure = skipped || !action ? CL_SUCCESS : guarded(action);
  action = nullptr;  // and with it all that it holds
  carries_out = false;
  lock.lock();
  if (skipped) return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  if (queue.failure_ == CL_SUCCESS) queue.failure_ = failure;
  return failure;
}

void Scheduler::submit(Event& event) {
  if (event.status_ != CL_QUEUED) return;
  event.times_[kSubmitted] = now_();
  become(event, CL_SUBMITTED);
}

void Scheduler::become(Event& event, cl_int status) {
  event.status_ = status;
  auto& waiting = event.callbacks_;
  const auto due = std::stable_partition(waiting.begin(), waiting.end(),
                                         [&](const auto& one) { return one.trigger < status; });
  for (auto one = due; one != waiting.end(); ++one) {
    const cl_int reported = status < 0 ? status : one->trigger;
    callbacks_.post([call = std::move(one->call), reported] { call(reported); });
  }
  waiting.erase(due, waiting.end());
}

void Scheduler::end(const std::shared_ptr<Event>& event, cl_int status) {
  leave_queue(event);
  become(*event, status);
  for (const auto& dependent : std::exchange(event->dependents_, {})) {
    if (status < 0 && dependent.listed) dependent.event->doomed_ = true;
    if (--dependent.event->waits_for_ == 0) ready_.push_back(dependent.event);
  }
}

void Scheduler::leave_queue(const std::shared_ptr<Event>& event) {
  if (event->queue == nullptr) return;
  event->queue->pending_.erase(event->place_);
  if (event->queue->barrier_ == event) event->queue->barrier_ = nullptr;
}

cl_int Scheduler::wait(const Event& event) {
  Lock lock(*this);
  changed_.wait(lock, [&] { return event.finished(); });
  return event.status_;
}

cl_int Scheduler::finish(CommandQueue& queue) {
  Lock lock(*this);
  const Events pending(queue.pending_.begin(), queue.pending_.end());
  changed_.wait(lock, [&] {
    return std::all_of(pending.begin(), pending.end(),
                       [](const auto& event) { return event->finished(); });
  });
  return std::exchange(queue.failure_, CL_SUCCESS);
}

void Scheduler::flush(CommandQueue& queue) {
  const Lock lock(*this);
  for (const auto& command : queue.pending_) submit(*command);
}

void Scheduler::set_user_status(const std::shared_ptr<Event>& event, cl_int status) {
  Lock lock(*this);
  require(!event->decided_, CL_INVALID_OPERATION);
  event->decided_ = true;
  end(event, status);
  changed_.notify_all();
  run_ready(lock);
}

void Scheduler::add_callback(Event& event, cl_int trigger, Event::Callback call) {
  const Lock lock(*this);
  event.callbacks_.push_back({trigger, std::move(call)});
  become(event, event.status_);
}

bool Scheduler::in_command() { return carries_out; }

cl_int Scheduler::status(const Event& event) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return event.status_;
}

cl_ulong Scheduler::time(const Event& event, cl_profiling_info which) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  require(event.status_ == CL_COMPLETE, CL_PROFILING_INFO_NOT_AVAILABLE);
  return event.times_.at(which - CL_PROFILING_COMMAND_QUEUED);
}

}  // namespace lanefold::icd
