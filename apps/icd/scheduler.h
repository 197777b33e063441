// SPDX-License-Identifier: Apache-2.0
// Carries out commands when what they wait for is done, OpenCL 1.2 clauses 5.9 to 5.13.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "command_queue.h"
#include "event.h"

namespace lanefold::icd {

class CallbackThread;

/// Commands run in the thread that enqueues them, or in the one that sets the user event that they
/// waited for; one at a time, in the order in which they become ready. So a program with one thread
/// gets the same run every time. Thread-safe.
class Scheduler {
 public:
  using Clock = std::function<cl_ulong()>;
  using Events = std::vector<std::shared_ptr<Event>>;

  /// `now` gives simulated nanoseconds.
  Scheduler(Clock now, CallbackThread& callbacks) : now_(std::move(now)), callbacks_(callbacks) {}

  /// What a command waits for beside its wait list.
  enum class Order {
    Usual,   ///< what its queue says
    Marker,  ///< without a wait list, all earlier commands of the queue
    Barrier  ///< the same, and all later ones wait for it
  };

  void enqueue(const std::shared_ptr<Event>& command, const Events& wait_list, Order order);

  /// Returns when the event has finished; its final status.
  cl_int wait(const Event& event);
  /// Returns when all commands of the queue have finished: the failure of the first one that failed
  /// since the last call, or CL_SUCCESS.
  cl_int finish(CommandQueue& queue);
  /// All commands count as submitted.
  void flush(CommandQueue& queue);

  /// Throws ApiError(CL_INVALID_OPERATION) for a status that was set before.
  void set_user_status(const std::shared_ptr<Event>& event, cl_int status);
  void add_callback(Event& event, cl_int trigger, Event::Callback call);

  /// Whether other threads carry out commands or wait for some.
  bool has_other_callers() const { return callers_ > (in_command() ? 1U : 0U); }

  /// Whether the calling thread carries out a command.
  static bool in_command();

  cl_int status(const Event& event) const;
  /// CL_PROFILING_COMMAND_QUEUED and so on; throws ApiError(CL_PROFILING_INFO_NOT_AVAILABLE) for
  /// what has not finished.
  cl_ulong time(const Event& event, cl_profiling_info which) const;

 private:
  /// Holds the mutex, but while a command is carried out or waited for.
  class Lock : public std::unique_lock<std::mutex> {
   public:
    explicit Lock(Scheduler& scheduler)
        : std::unique_lock<std::mutex>(scheduler.mutex_), callers_(scheduler.callers_) {
      ++callers_;
    }
    ~Lock() { --callers_; }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    std::atomic<unsigned>& callers_;
  };

  static void wait_for(const std::shared_ptr<Event>& command, const std::shared_ptr<Event>& other,
                       bool listed);
  void submit(Event& event);
  void run_ready(Lock& lock);
  cl_int carry_out(Lock& lock, Event& command);
  void become(Event& event, cl_int status);
  void end(const std::shared_ptr<Event>& event, cl_int status);
  static void leave_queue(const std::shared_ptr<Event>& event);

  const Clock now_;
  CallbackThread& callbacks_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Event>> ready_;
  bool running_ = false;              ///< a thread carries out what is ready
  std::atomic<unsigned> callers_{0};  ///< threads that change or await events
};

}  // namespace lanefold::icd
