// SPDX-License-Identifier: Apache-2.0
// clGetEventProfilingInfo: the four times of every kind of command, and when there are none.
#include "opencl_test.h"

static const cl_profiling_info names[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                          CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END};

static cl_ulong last_end;

/// The times of a command that has ended do not decrease, nor do they before those of another.
static void check_times(cl_event event, cl_command_type wanted, int takes_time) {
  cl_ulong times[4] = {0};
  cl_command_type type = 0;
  OK(clWaitForEvents(1, &event));
  OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  EQUAL(wanted, type);
  for (int i = 0; i < 4; ++i) QUERY(times[i], clGetEventProfilingInfo, event, names[i]);
  for (int i = 0; i < 3; ++i) CHECK(times[i] <= times[i + 1]);
  if (takes_time) CHECK(times[2] < times[3]);
  CHECK(times[2] >= last_end);
  last_end = times[3];
  pocl_differs("5.12: an unknown name is refused");
  FAILS(CL_INVALID_VALUE, clGetEventProfilingInfo(event, 0x1999, 0, NULL, NULL));
  OK(clReleaseEvent(event));
}

static void all_commands(const Session* s, cl_command_queue queue, cl_kernel kernel) {
  cl_int data[16] = {0};
  const size_t origin[3] = {0, 0, 0}, region[3] = {4, 4, 1}, items = 16;
  cl_mem a = make_buffer(s, sizeof data), b = make_buffer(s, sizeof data);
  OK(clSetKernelArg(kernel, 0, sizeof a, &a));
  cl_event e = NULL;
  OK(clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, sizeof data, data, 0, NULL, &e));
  check_times(e, CL_COMMAND_WRITE_BUFFER, 0);
  OK(clEnqueueReadBuffer(queue, a, CL_FALSE, 0, sizeof data, data, 0, NULL, &e));
  check_times(e, CL_COMMAND_READ_BUFFER, 0);
  OK(clEnqueueCopyBuffer(queue, a, b, 0, 0, sizeof data, 0, NULL, &e));
  check_times(e, CL_COMMAND_COPY_BUFFER, 0);
  OK(clEnqueueFillBuffer(queue, a, data, 4, 0, sizeof data, 0, NULL, &e));
  check_times(e, CL_COMMAND_FILL_BUFFER, 0);
  OK(clEnqueueReadBufferRect(queue, a, CL_FALSE, origin, origin, region, 0, 0, 0, 0, data, 0, NULL,
                             &e));
  check_times(e, CL_COMMAND_READ_BUFFER_RECT, 0);
  OK(clEnqueueWriteBufferRect(queue, a, CL_FALSE, origin, origin, region, 0, 0, 0, 0, data, 0, NULL,
                              &e));
  check_times(e, CL_COMMAND_WRITE_BUFFER_RECT, 0);
  OK(clEnqueueCopyBufferRect(queue, a, b, origin, origin, region, 0, 0, 0, 0, 0, NULL, &e));
  check_times(e, CL_COMMAND_COPY_BUFFER_RECT, 0);
  void* p = MADE(clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, 64, 0, NULL, &e, &code));
  check_times(e, CL_COMMAND_MAP_BUFFER, 0);
  OK(clEnqueueUnmapMemObject(queue, a, p, 0, NULL, &e));
  check_times(e, CL_COMMAND_UNMAP_MEM_OBJECT, 0);
  OK(clEnqueueMigrateMemObjects(queue, 1, &a, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, &e));
  check_times(e, CL_COMMAND_MIGRATE_MEM_OBJECTS, 0);
  OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &e));
  check_times(e, CL_COMMAND_NDRANGE_KERNEL, 1);
  OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &e));
  check_times(e, CL_COMMAND_MARKER, 0);
  OK(clEnqueueBarrierWithWaitList(queue, 0, NULL, &e));
  check_times(e, CL_COMMAND_BARRIER, 0);
  read_buffer(s, a, sizeof data, data);
  print_ints("result", data, 16);
  OK(clReleaseMemObject(a));
  OK(clReleaseMemObject(b));
}

static void expect_none(cl_event event) {
  cl_ulong time = 0;
  for (int i = 0; i < 4; ++i) {
    FAILS(CL_PROFILING_INFO_NOT_AVAILABLE,
          clGetEventProfilingInfo(event, names[i], sizeof time, &time, NULL));
  }
}

/// No times: of user events, without profiling, before the command has ended.
static void not_available(const Session* s, cl_command_queue queue, cl_kernel kernel) {
  const size_t one = 1;
  cl_mem a = make_buffer(s, 64);
  OK(clSetKernelArg(kernel, 0, sizeof a, &a));
  cl_event user = MADE(clCreateUserEvent(s->context, &code)), plain = NULL, waiting = NULL;
  expect_none(user);
  OK(clEnqueueNDRangeKernel(s->queue, kernel, 1, NULL, &one, NULL, 0, NULL, &plain));
  OK(clFinish(s->queue));
  expect_none(plain);
  OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 1, &user, &waiting));
  expect_none(waiting);
  OK(clSetUserEventStatus(user, CL_COMPLETE));
  OK(clFinish(queue));
  check_times(waiting, CL_COMMAND_NDRANGE_KERNEL, 1);
  expect_none(user);
  OK(clReleaseEvent(user));
  OK(clReleaseEvent(plain));
  OK(clReleaseMemObject(a));
}

int main(void) {
  Session s = open_session();
  cl_command_queue queue =
      MADE(clCreateCommandQueue(s.context, s.device, CL_QUEUE_PROFILING_ENABLE, &code));
  cl_kernel kernel = build_kernel(
      &s, "kernel void k(global int* a) { a[get_global_id(0)] = get_global_id(0) + 1; }", "k");
  all_commands(&s, queue, kernel);
  not_available(&s, queue, kernel);
  OK(clReleaseKernel(kernel));
  OK(clReleaseCommandQueue(queue));
  return close_session(&s);
}
