// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 5.1, 5.10 and 5.13: command queues, markers and barriers, flush and finish.
#include <utility>
#include <vector>

#include "device_limits.h"
#include "enqueue.h"
#include "functions.h"
#include "info.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

cl_command_queue make_queue(cl_context context, cl_device_id device,
                            cl_command_queue_properties properties,
                            std::vector<cl_queue_properties> list = {}) {
  auto of_context = object_of<Context>(context);
  require_device(device);
  require((properties & ~kQueueProperties) == 0, CL_INVALID_VALUE);
  return objects<CommandQueue>().publish(
      std::make_unique<CommandQueue>(std::move(of_context), properties, std::move(list)));
}

cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties,
                                          cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] { return make_queue(context, device, properties); });
}

/// clCreateCommandQueueWithProperties of OpenCL 2.0; newer applications call it whatever the
/// device's version is.
cl_command_queue CL_API_CALL create_queue_with_properties(cl_context context, cl_device_id device,
                                                          const cl_queue_properties* list,
                                                          cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    cl_command_queue_properties properties = 0;
    std::vector<cl_queue_properties> given;
    for (; list != nullptr && *list != 0; list += 2) {
      require(list[0] == CL_QUEUE_PROPERTIES, CL_INVALID_VALUE);
      properties = list[1];
      require((properties & ~kQueueProperties) == 0, CL_INVALID_QUEUE_PROPERTIES);
      given.insert(given.end(), list, list + 2);
    }
    if (list != nullptr) given.push_back(0);
    return make_queue(context, device, properties, std::move(given));
  });
}

cl_int CL_API_CALL retain_queue(cl_command_queue queue) {
  return guarded([&] { objects<CommandQueue>().retain(queue); });
}

/// Implies a flush, and nothing is ever kept back.
cl_int CL_API_CALL release_queue(cl_command_queue queue) {
  return guarded([&] { objects<CommandQueue>().release(queue); });
}

cl_int CL_API_CALL get_queue_info(cl_command_queue handle, cl_command_queue_info name,
                                  std::size_t size, void* value, std::size_t* size_ret) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_QUEUE_CONTEXT:
        return sink.value<cl_context>(queue->context.get());
      case CL_QUEUE_DEVICE:
        return sink.value(the_device());
      case CL_QUEUE_REFERENCE_COUNT:
        return sink.value(objects<CommandQueue>().references(handle));
      case CL_QUEUE_PROPERTIES:
        return sink.value(queue->properties());
      case CL_QUEUE_PROPERTIES_ARRAY:
        return sink.list(queue->property_list());
      case CL_QUEUE_DEVICE_DEFAULT:  // there are no queues on the device
        return sink.value<cl_command_queue>(nullptr);
      case CL_QUEUE_SIZE:
        throw ApiError(CL_INVALID_COMMAND_QUEUE);
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  });
}

/// Deprecated by OpenCL 1.1: properties are those of the creation.
cl_int CL_API_CALL set_queue_property(cl_command_queue handle, cl_command_queue_properties, cl_bool,
                                      cl_command_queue_properties*) {
  return guarded([&] {
    object_of<CommandQueue>(handle);
    throw ApiError(CL_INVALID_OPERATION);
  });
}

void enqueue_empty(cl_command_queue queue, cl_command_type type, const EventArguments& events,
                   Scheduler::Order order) {
  enqueue(object_of<CommandQueue>(queue), type, events, false, {}, order);
}

cl_int CL_API_CALL enqueue_marker_with_wait_list(cl_command_queue queue, cl_uint count,
                                                 const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    enqueue_empty(queue, CL_COMMAND_MARKER, {count, wait_list, event}, Scheduler::Order::Marker);
  });
}

cl_int CL_API_CALL enqueue_barrier_with_wait_list(cl_command_queue queue, cl_uint count,
                                                  const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    enqueue_empty(queue, CL_COMMAND_BARRIER, {count, wait_list, event}, Scheduler::Order::Barrier);
  });
}

cl_int CL_API_CALL enqueue_marker(cl_command_queue queue, cl_event* event) {
  return guarded([&] {
    object_of<CommandQueue>(queue);
    require(event != nullptr, CL_INVALID_VALUE);
    enqueue_empty(queue, CL_COMMAND_MARKER, {0, nullptr, event}, Scheduler::Order::Marker);
  });
}

cl_int CL_API_CALL enqueue_barrier(cl_command_queue queue) {
  return guarded([&] {
    enqueue_empty(queue, CL_COMMAND_BARRIER, {0, nullptr, nullptr}, Scheduler::Order::Barrier);
  });
}

/// A barrier that waits for these events.
cl_int CL_API_CALL enqueue_wait_for_events(cl_command_queue queue, cl_uint count,
                                           const cl_event* events) {
  return guarded([&] {
    object_of<CommandQueue>(queue);
    require(count != 0 && events != nullptr, CL_INVALID_VALUE);
    try {
      enqueue_empty(queue, CL_COMMAND_BARRIER, {count, events, nullptr}, Scheduler::Order::Barrier);
    } catch (const ApiError& error) {
      throw ApiError(error.code == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : error.code);
    }
  });
}

cl_int CL_API_CALL flush(cl_command_queue queue) {
  return guarded([&] { runtime().scheduler.flush(*object_of<CommandQueue>(queue)); });
}

cl_int CL_API_CALL finish(cl_command_queue queue) {
  return guarded([&] {
    const cl_int failure = runtime().scheduler.finish(*object_of<CommandQueue>(queue));
    require(failure == CL_SUCCESS, failure);
  });
}

}  // namespace

void add_queue_functions(cl_icd_dispatch& table) {
  table.clCreateCommandQueue = create_queue;
  table.clCreateCommandQueueWithProperties = create_queue_with_properties;
  table.clRetainCommandQueue = retain_queue;
  table.clReleaseCommandQueue = release_queue;
  table.clGetCommandQueueInfo = get_queue_info;
  table.clSetCommandQueueProperty = set_queue_property;
  table.clEnqueueMarkerWithWaitList = enqueue_marker_with_wait_list;
  table.clEnqueueBarrierWithWaitList = enqueue_barrier_with_wait_list;
  table.clEnqueueMarker = enqueue_marker;
  table.clEnqueueBarrier = enqueue_barrier;
  table.clEnqueueWaitForEvents = enqueue_wait_for_events;
  table.clFlush = flush;
  table.clFinish = finish;
}

}  // namespace lanefold::icd
