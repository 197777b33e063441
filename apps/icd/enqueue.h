// SPDX-License-Identifier: Apache-2.0
// What all clEnqueue… functions share: wait lists in, events out.
#pragma once

#include <functional>
#include <memory>

#include "command_queue.h"
#include "memory_object.h"
#include "opencl.h"
#include "scheduler.h"

namespace lanefold::icd {

/// The last three arguments of every clEnqueue… function.
struct EventArguments {
  cl_uint count;
  const cl_event* wait_list;
  cl_event* event;  ///< none: the application does not want it
};

/// Throws ApiError: CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_CONTEXT.
Scheduler::Events events_of(const Context* context, cl_uint count, const cl_event* wait_list);

/// The memory object of a command; throws ApiError: CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT. That
/// it is of the other class is CL_INVALID_MEM_OBJECT, too.
std::shared_ptr<MemoryObject> memory_for(const CommandQueue& queue, cl_mem handle);
std::shared_ptr<MemoryObject> buffer_for(const CommandQueue& queue, cl_mem handle);
std::shared_ptr<MemoryObject> image_for(const CommandQueue& queue, cl_mem handle);

/// Throws ApiError(CL_INVALID_VALUE).
void require_inside(const MemoryObject& buffer, std::size_t offset, std::size_t size);

/// Enqueues a command. A blocking one has ended on return; throws ApiError if it failed.
void enqueue(const std::shared_ptr<CommandQueue>& queue, cl_command_type type,
             const EventArguments& events, bool blocking, std::function<void()> action,
             Scheduler::Order order = Scheduler::Order::Usual);

}  // namespace lanefold::icd
