// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.9: a command on its way, or an event of the application's own.
#pragma once

#include <array>
#include <functional>
#include <list>
#include <memory>
#include <vector>

#include "handles.h"

namespace lanefold::icd {

class CommandQueue;
class Context;

/// The scheduler moves events; what changes is guarded by its mutex.
class Event : public _cl_event {
 public:
  using Handle = cl_event;
  static constexpr cl_int kInvalid = CL_INVALID_EVENT;
  using Callback = std::function<void(cl_int status)>;

  /// A command of a queue; `action` carries it out, and throws if it cannot.
  Event(std::shared_ptr<CommandQueue> of_queue, cl_command_type command,
        std::function<void()> action);
  /// A user event.
  explicit Event(std::shared_ptr<Context> of_context)
      : context(std::move(of_context)), type(CL_COMMAND_USER), status_(CL_SUBMITTED) {}

  const std::shared_ptr<Context> context;
  const std::shared_ptr<CommandQueue> queue;  ///< none for a user event
  const cl_command_type type;

  bool finished() const { return status_ <= CL_COMPLETE; }

 private:
  friend class Scheduler;
  struct Waiting {
    cl_int trigger;  ///< CL_SUBMITTED, CL_RUNNING or CL_COMPLETE
    Callback call;
  };

  /// What waits for this event, and whether its wait list says so.
  struct Dependent {
    std::shared_ptr<Event> event;
    bool listed;
  };

  cl_int status_ = CL_QUEUED;
  bool decided_ = false;  ///< of a user event: whether the application has set its status
  std::function<void()> action_;
  std::list<std::shared_ptr<Event>>::iterator place_;  ///< among the pending of its queue
  std::size_t waits_for_ = 0;                          ///< events that have not finished yet
  bool doomed_ = false;                                ///< one of its wait list failed
  std::vector<Dependent> dependents_;
  std::vector<Waiting> callbacks_;
  /// Simulated nanoseconds of CL_PROFILING_COMMAND_QUEUED, _SUBMIT, _START and _END.
  std::array<cl_ulong, 4> times_{};
};

}  // namespace lanefold::icd
