// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 5.9 and 5.12: events, user events, callbacks, profiling.
#include <utility>

#include "enqueue.h"
#include "functions.h"
#include "info.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

cl_event CL_API_CALL create_user_event(cl_context context, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    return objects<Event>().publish(std::make_unique<Event>(object_of<Context>(context)));
  });
}

cl_int CL_API_CALL set_user_event_status(cl_event handle, cl_int status) {
  return guarded([&] {
    const auto event = object_of<Event>(handle);
    require(event->type == CL_COMMAND_USER, CL_INVALID_EVENT);
    require(status <= CL_COMPLETE, CL_INVALID_VALUE);
    runtime().scheduler.set_user_status(event, status);
  });
}

cl_int CL_API_CALL wait_for_events(cl_uint count, const cl_event* handles) {
  return guarded([&] {
    require(count != 0 && handles != nullptr, CL_INVALID_VALUE);
    Scheduler::Events events;
    for (cl_uint i = 0; i < count; ++i) {
      events.push_back(object_of<Event>(handles[i]));
      require(events.back()->context == events.front()->context, CL_INVALID_CONTEXT);
    }
    bool failed = false;
    for (const auto& event : events) failed |= runtime().scheduler.wait(*event) < 0;
    require(!failed, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  });
}

cl_int CL_API_CALL retain_event(cl_event event) {
  return guarded([&] { objects<Event>().retain(event); });
}

cl_int CL_API_CALL release_event(cl_event event) {
  return guarded([&] { objects<Event>().release(event); });
}

cl_int CL_API_CALL get_event_info(cl_event handle, cl_event_info name, std::size_t size,
                                  void* value, std::size_t* size_ret) {
  return guarded([&] {
    const auto event = object_of<Event>(handle);
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_EVENT_COMMAND_QUEUE:
        return sink.value<cl_command_queue>(event->queue.get());
      case CL_EVENT_CONTEXT:
        return sink.value<cl_context>(event->context.get());
      case CL_EVENT_COMMAND_TYPE:
        return sink.value(event->type);
      case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return sink.value(runtime().scheduler.status(*event));
      case CL_EVENT_REFERENCE_COUNT:
        return sink.value(objects<Event>().references(handle));
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  });
}

cl_int CL_API_CALL get_profiling_info(cl_event handle, cl_profiling_info name, std::size_t size,
                                      void* value, std::size_t* size_ret) {
  return guarded([&] {
    const auto event = object_of<Event>(handle);
    require(event->queue != nullptr && event->queue->profiled(), CL_PROFILING_INFO_NOT_AVAILABLE);
    require(name >= CL_PROFILING_COMMAND_QUEUED && name <= CL_PROFILING_COMMAND_END,
            CL_INVALID_VALUE);
    InfoSink(size, value, size_ret).value(runtime().scheduler.time(*event, name));
  });
}

/// The handle stays valid until the call has returned.
cl_int CL_API_CALL set_event_callback(cl_event handle, cl_int trigger,
                                      void(CL_CALLBACK* notify)(cl_event, cl_int, void*),
                                      void* user_data) {
  return guarded([&] {
    const auto event = object_of<Event>(handle);
    require(notify != nullptr, CL_INVALID_VALUE);
    require(trigger == CL_SUBMITTED || trigger == CL_RUNNING || trigger == CL_COMPLETE,
            CL_INVALID_VALUE);
    objects<Event>().retain(handle);
    runtime().scheduler.add_callback(*event, trigger, [=](cl_int status) {
      notify(handle, status, user_data);
      release_event(handle);
    });
  });
}

}  // namespace

void add_event_functions(cl_icd_dispatch& table) {
  table.clCreateUserEvent = create_user_event;
  table.clSetUserEventStatus = set_user_event_status;
  table.clWaitForEvents = wait_for_events;
  table.clRetainEvent = retain_event;
  table.clReleaseEvent = release_event;
  table.clGetEventInfo = get_event_info;
  table.clGetEventProfilingInfo = get_profiling_info;
  table.clSetEventCallback = set_event_callback;
}

}  // namespace lanefold::icd
