// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.1: commands that the device carries out, in order or as they can.
#pragma once

#include <list>
#include <memory>
#include <utility>
#include <vector>

#include "context.h"
#include "handles.h"

namespace lanefold::icd {

class Event;

class CommandQueue : public _cl_command_queue {
 public:
  using Handle = cl_command_queue;
  static constexpr cl_int kInvalid = CL_INVALID_COMMAND_QUEUE;

  CommandQueue(std::shared_ptr<Context> of_context, cl_command_queue_properties properties,
               std::vector<cl_queue_properties> property_list = {})
      : context(std::move(of_context)),
        properties_(properties),
        property_list_(std::move(property_list)) {}

  const std::shared_ptr<Context> context;

  cl_command_queue_properties properties() const { return properties_; }
  /// As the application gave it, with the 0 at the end; empty if it gave none.
  const std::vector<cl_queue_properties>& property_list() const { return property_list_; }
  bool in_order() const { return (properties_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }
  bool profiled() const { return (properties_ & CL_QUEUE_PROFILING_ENABLE) != 0; }

 private:
  friend class Scheduler;

  const cl_command_queue_properties properties_;
  const std::vector<cl_queue_properties> property_list_;
  std::list<std::shared_ptr<Event>> pending_;  ///< that have not finished, as they were enqueued
  std::shared_ptr<Event> barrier_;             ///< what later commands wait for
  cl_int failure_ = CL_SUCCESS;                ///< of the first command that failed since clFinish
};

}  // namespace lanefold::icd
