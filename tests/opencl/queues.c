// SPDX-License-Identifier: Apache-2.0
// Command queues: properties, both orders, markers and barriers with and without wait lists.
#include "opencl_test.h"

static cl_int status_of(cl_event event) {
  cl_int status = 99;
  OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  return status;
}

static cl_command_queue make_queue(const Session* s, cl_command_queue_properties properties) {
  return MADE(clCreateCommandQueue(s->context, s->device, properties, &code));
}

static cl_command_queue_properties supported(const Session* s) {
  cl_command_queue_properties properties = 0;
  OK(clGetDeviceInfo(s->device, CL_DEVICE_QUEUE_PROPERTIES, sizeof properties, &properties, NULL));
  return properties;
}

static void query_queue(const Session* s, cl_command_queue_properties properties) {
  cl_command_queue queue = make_queue(s, properties);
  cl_context context = NULL;
  QUERY(context, clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT);
  CHECK(context == s->context);
  cl_device_id device = NULL;
  QUERY(device, clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE);
  CHECK(device == s->device);
  cl_uint references = 0;
  QUERY(references, clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT);
  EQUAL(1, references);
  cl_command_queue_properties found = 99;
  QUERY(found, clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES);
  EQUAL(properties, found);
  FAILS(CL_INVALID_VALUE, clGetCommandQueueInfo(queue, 0x1999, 0, NULL, NULL));
  OK(clRetainCommandQueue(queue));
  QUERY(references, clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT);
  EQUAL(2, references);
  OK(clReleaseCommandQueue(queue));
  OK(clFlush(queue));
  OK(clFinish(queue));
  OK(clReleaseCommandQueue(queue));
}

/// Enqueues `a = 3 a + i` behind a wait list.
static cl_event enqueue_step(cl_command_queue queue, cl_kernel step, cl_int i, cl_uint count,
                             const cl_event* list) {
  const size_t one = 1;
  cl_event event = NULL;
  OK(clSetKernelArg(step, 1, sizeof i, &i));
  OK(clEnqueueNDRangeKernel(queue, step, 1, NULL, &one, NULL, count, list, &event));
  return event;
}

static void release_all(cl_event* events, size_t count) {
  for (size_t i = 0; i < count; ++i) OK(clReleaseEvent(events[i]));
}

static cl_int value_of(const Session* s, cl_mem buffer) {
  cl_int value = 0;
  read_buffer(s, buffer, sizeof value, &value);
  return value;
}

static void set_value(const Session* s, cl_mem buffer, cl_int value) {
  write_buffer(s, buffer, sizeof value, &value);
}

/// In order: the first command holds all others.
static void in_order(const Session* s, cl_kernel step, cl_mem buffer) {
  cl_command_queue queue = make_queue(s, 0);
  cl_event user = MADE(clCreateUserEvent(s->context, &code)), events[6];
  set_value(s, buffer, 1);
  for (cl_int i = 0; i < 4; ++i) events[i] = enqueue_step(queue, step, i, i == 0, i ? NULL : &user);
  OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &events[4]));
  OK(clEnqueueBarrierWithWaitList(queue, 0, NULL, &events[5]));
  OK(clFlush(queue));
  for (int i = 0; i < 6; ++i) CHECK(status_of(events[i]) > CL_RUNNING);
  OK(clSetUserEventStatus(user, CL_COMPLETE));
  OK(clFinish(queue));
  for (int i = 0; i < 6; ++i) EQUAL(CL_COMPLETE, status_of(events[i]));
  printf("in order: %d\n", value_of(s, buffer));
  release_all(events, 6);
  OK(clReleaseEvent(user));
  OK(clReleaseCommandQueue(queue));
}

/// Out of order: only events, markers and barriers order. What does not wait may overtake.
static void out_of_order(const Session* s, cl_kernel step, cl_mem buffer) {
  cl_command_queue queue = make_queue(s, supported(s) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const int overtakes = (supported(s) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  cl_event user = MADE(clCreateUserEvent(s->context, &code)), events[4];
  set_value(s, buffer, 1);
  events[0] = enqueue_step(queue, step, 5, 1, &user);
  if (overtakes) {
    cl_event free_one = enqueue_step(queue, step, 1, 0, NULL);
    OK(clWaitForEvents(1, &free_one));
    EQUAL(4, value_of(s, buffer));
    OK(clReleaseEvent(free_one));
  } else {
    set_value(s, buffer, 4);
  }
  // A barrier without a list waits for all before it and holds all after it.
  OK(clEnqueueBarrierWithWaitList(queue, 0, NULL, &events[1]));
  events[2] = enqueue_step(queue, step, 7, 0, NULL);
  OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &events[3]));
  OK(clFlush(queue));
  for (int i = 0; i < 4; ++i) CHECK(status_of(events[i]) > CL_RUNNING);
  OK(clSetUserEventStatus(user, CL_COMPLETE));
  OK(clWaitForEvents(1, &events[3]));
  for (int i = 0; i < 4; ++i) EQUAL(CL_COMPLETE, status_of(events[i]));
  printf("out of order: %d\n", value_of(s, buffer));
  release_all(events, 4);
  OK(clReleaseEvent(user));
  OK(clReleaseCommandQueue(queue));
}

/// With a list, a marker waits for the list only; a barrier then holds what comes after it.
static void with_lists(const Session* s, cl_kernel step, cl_mem buffer) {
  if (!(supported(s) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)) return;
  cl_command_queue queue = make_queue(s, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_event a = MADE(clCreateUserEvent(s->context, &code));
  cl_event b = MADE(clCreateUserEvent(s->context, &code));
  cl_event events[4];
  set_value(s, buffer, 2);
  events[0] = enqueue_step(queue, step, 1, 1, &a);
  OK(clEnqueueMarkerWithWaitList(queue, 1, &b, &events[1]));
  OK(clEnqueueBarrierWithWaitList(queue, 1, &b, &events[2]));
  events[3] = enqueue_step(queue, step, 2, 0, NULL);
  OK(clFlush(queue));
  CHECK(status_of(events[1]) > CL_RUNNING && status_of(events[3]) > CL_RUNNING);
  OK(clSetUserEventStatus(b, CL_COMPLETE));
  OK(clWaitForEvents(3, events + 1));
  CHECK(status_of(events[0]) > CL_RUNNING);
  EQUAL(8, value_of(s, buffer));
  OK(clSetUserEventStatus(a, CL_COMPLETE));
  OK(clFinish(queue));
  EQUAL(25, value_of(s, buffer));
  release_all(events, 4);
  OK(clReleaseEvent(a));
  OK(clReleaseEvent(b));
  OK(clReleaseCommandQueue(queue));
}

/// The calls of version 1.0 that 1.2 keeps.
static void deprecated(const Session* s, cl_kernel step, cl_mem buffer) {
  cl_command_queue queue = make_queue(s, supported(s) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_event user = MADE(clCreateUserEvent(s->context, &code)), events[4];
  set_value(s, buffer, 1);
  // PoCL has no clEnqueueWaitForEvents, and says so by ending the program.
  OK(on_pocl ? clEnqueueBarrierWithWaitList(queue, 1, &user, NULL)
             : clEnqueueWaitForEvents(queue, 1, &user));
  events[0] = enqueue_step(queue, step, 1, 0, NULL);
  OK(clEnqueueMarker(queue, &events[1]));
  OK(clEnqueueBarrier(queue));
  events[2] = enqueue_step(queue, step, 2, 0, NULL);
  OK(clEnqueueMarker(queue, &events[3]));
  OK(clFlush(queue));
  CHECK(status_of(events[0]) > CL_RUNNING && status_of(events[3]) > CL_RUNNING);
  OK(clSetUserEventStatus(user, CL_COMPLETE));
  OK(clWaitForEvents(1, &events[3]));
  printf("deprecated: %d\n", value_of(s, buffer));
  for (int i = 0; i < 4; ++i) EQUAL(CL_COMPLETE, status_of(events[i]));
  cl_command_type type = 0;
  OK(clGetEventInfo(events[1], CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  EQUAL(CL_COMMAND_MARKER, type);
  release_all(events, 4);
  OK(clReleaseEvent(user));
  OK(clReleaseCommandQueue(queue));
}

/// One queue waits for the others.
static void across_queues(const Session* s, cl_kernel step, cl_mem buffer) {
  cl_command_queue queues[3];
  for (int i = 0; i < 3; ++i) queues[i] = make_queue(s, 0);
  cl_event user = MADE(clCreateUserEvent(s->context, &code)), events[3], marker = NULL;
  set_value(s, buffer, 0);
  events[0] = enqueue_step(queues[0], step, 1, 1, &user);
  events[1] = enqueue_step(queues[1], step, 2, 1, &events[0]);
  cl_event list[2] = {events[0], events[1]};
  events[2] = enqueue_step(queues[2], step, 0, 2, list);
  OK(clEnqueueMarkerWithWaitList(queues[0], 3, events, &marker));
  for (int i = 0; i < 3; ++i) OK(clFlush(queues[i]));
  CHECK(status_of(marker) > CL_RUNNING);
  OK(clSetUserEventStatus(user, CL_COMPLETE));
  OK(clWaitForEvents(1, &marker));
  printf("across queues: %d\n", value_of(s, buffer));
  release_all(events, 3);
  OK(clReleaseEvent(marker));
  OK(clReleaseEvent(user));
  for (int i = 0; i < 3; ++i) OK(clReleaseCommandQueue(queues[i]));
}

int main(void) {
  Session s = open_session();
  cl_kernel step = build_kernel(
      &s, "kernel void advance(global int* a, int i) { a[0] = a[0] * 3 + i; }", "advance");
  cl_mem buffer = make_buffer(&s, sizeof(cl_int));
  OK(clSetKernelArg(step, 0, sizeof buffer, &buffer));
  for (cl_command_queue_properties p = 0; p < 4; ++p) {
    if ((p & supported(&s)) == p) query_queue(&s, p);
  }
  in_order(&s, step, buffer);
  out_of_order(&s, step, buffer);
  // 5.10: on PoCL a barrier with a list waits for all commands before it.
  if (!on_pocl) with_lists(&s, step, buffer);
  deprecated(&s, step, buffer);
  across_queues(&s, step, buffer);
  // The call that version 1.1 took back: refused, or the property is changed. PoCL has none.
  cl_command_queue_properties old = 99;
  code = CL_INVALID_OPERATION;
  if (!on_pocl) {
    code = clSetCommandQueueProperty(s.queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old);
  }
  CHECK(code == CL_INVALID_OPERATION || (code == CL_SUCCESS && old == 0));
  OK(clReleaseMemObject(buffer));
  OK(clReleaseKernel(step));
  return close_session(&s);
}
