// SPDX-License-Identifier: Apache-2.0
// What all clEnqueue… functions share.
#include "enqueue.h"

#include <utility>

#include "api_error.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

std::shared_ptr<Event> listed_event(cl_event handle) {
  try {
    return object_of<Event>(handle);
  } catch (const ApiError&) {
    throw ApiError(CL_INVALID_EVENT_WAIT_LIST);
  }
}

}  // namespace

Scheduler::Events events_of(const Context* context, cl_uint count, const cl_event* wait_list) {
  require((count != 0) == (wait_list != nullptr), CL_INVALID_EVENT_WAIT_LIST);
  Scheduler::Events events;
  for (cl_uint i = 0; i < count; ++i) {
    events.push_back(listed_event(wait_list[i]));
    require(events.back()->context.get() == context, CL_INVALID_CONTEXT);
  }
  return events;
}

std::shared_ptr<MemoryObject> memory_for(const CommandQueue& queue, cl_mem handle) {
  auto memory = object_of<MemoryObject>(handle);
  require(memory->context == queue.context, CL_INVALID_CONTEXT);
  return memory;
}

std::shared_ptr<MemoryObject> buffer_for(const CommandQueue& queue, cl_mem handle) {
  auto buffer = memory_for(queue, handle);
  require(buffer->image() == nullptr, CL_INVALID_MEM_OBJECT);
  return buffer;
}

std::shared_ptr<MemoryObject> image_for(const CommandQueue& queue, cl_mem handle) {
  auto image = memory_for(queue, handle);
  require(image->image() != nullptr, CL_INVALID_MEM_OBJECT);
  return image;
}

void require_inside(const MemoryObject& buffer, std::size_t offset, std::size_t size) {
  require(offset <= buffer.size() && size <= buffer.size() - offset, CL_INVALID_VALUE);
}

void enqueue(const std::shared_ptr<CommandQueue>& queue, cl_command_type type,
             const EventArguments& events, bool blocking, std::function<void()> action,
             Scheduler::Order order) {
  const Scheduler::Events wait_list =
      events_of(queue->context.get(), events.count, events.wait_list);
  const auto command =
      objects<Event>().adopt(std::make_unique<Event>(queue, type, std::move(action)));
  Scheduler& scheduler = runtime().scheduler;
  scheduler.enqueue(command, wait_list, order);
  if (blocking) {
    const cl_int status = scheduler.wait(*command);
    require(status == CL_COMPLETE, status);
  }
  if (events.event != nullptr) *events.event = objects<Event>().hold(command);
}

}  // namespace lanefold::icd
