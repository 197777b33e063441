// SPDX-License-Identifier: Apache-2.0
// Who keeps whom alive; what callbacks may do; memory that host and device share.
#include "opencl_test.h"

static size_t base_alignment(const Session* s) {
  cl_uint bits = 0;
  OK(clGetDeviceInfo(s->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
  return bits / 8;
}

static char order[16];
static atomic_int noted;
static void CL_CALLBACK note(cl_mem buffer, void* name) {
  (void)buffer;
  strcat(order, name);
  atomic_fetch_add(&noted, 1);
}

/// A parent ends after its last child.
static void destructors_of_sub_buffers(const Session* s) {
  const size_t unit = base_alignment(s);
  const cl_buffer_region low = {0, unit}, high = {unit, unit};
  cl_mem parent = make_buffer(s, 2 * unit);
  cl_mem a = MADE(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, &code));
  cl_mem b = MADE(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &high, &code));
  OK(clSetMemObjectDestructorCallback(parent, note, "p"));
  OK(clSetMemObjectDestructorCallback(a, note, "a"));
  OK(clSetMemObjectDestructorCallback(b, note, "b"));
  OK(clReleaseMemObject(parent));
  SAME_TEXT("", order);
  OK(clReleaseMemObject(b));
  OK(clReleaseMemObject(a));
  printf("destructors: %s\n", order);
}

/// A buffer lives while a command that uses it waits; then its end may be told by another thread.
static void destructor_of_a_pending_buffer(const Session* s) {
  order[0] = '\0';
  const int before = atomic_load(&noted);
  cl_command_queue queue = MADE(clCreateCommandQueue(s->context, s->device, 0, &code));
  cl_event user = MADE(clCreateUserEvent(s->context, &code)), read = NULL;
  cl_mem buffer = make_buffer(s, 64);
  cl_int back = 0;
  const cl_int value = 9;
  OK(clSetMemObjectDestructorCallback(buffer, note, "x"));
  write_buffer(s, buffer, sizeof value, &value);
  OK(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, sizeof back, &back, 1, &user, &read));
  OK(clReleaseMemObject(buffer));
  SAME_TEXT("", order);
  OK(clSetUserEventStatus(user, CL_COMPLETE));
  OK(clWaitForEvents(1, &read));
  OK(clFinish(queue));
  EQUAL(value, back);
  OK(clReleaseEvent(user));
  OK(clReleaseEvent(read));
  OK(clReleaseCommandQueue(queue));
  wait_for_count(&noted, before + 1);
  printf("destructors: %s\n", order);
}

/// Sub-buffers of host memory lie in it.
static void host_memory(const Session* s) {
  static _Alignas(4096) char data[8192];
  const size_t unit = base_alignment(s);
  const cl_buffer_region region = {2 * unit, unit};
  cl_mem parent = MADE(clCreateBuffer(s->context, CL_MEM_USE_HOST_PTR, 8192, data, &code));
  cl_mem sub = MADE(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  void* pointer = NULL;
  OK(clGetMemObjectInfo(sub, CL_MEM_HOST_PTR, sizeof pointer, &pointer, NULL));
  CHECK(pointer == data + 2 * unit);
  cl_mem_flags flags = 0;
  OK(clGetMemObjectInfo(sub, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
  CHECK(flags & CL_MEM_USE_HOST_PTR);
  const cl_int value = 77;
  OK(clEnqueueFillBuffer(s->queue, parent, &value, sizeof value, 0, 8192, 0, NULL, NULL));
  cl_int* p = MADE(clEnqueueMapBuffer(s->queue, sub, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 8, 8, 0,
                                      NULL, NULL, &code));
  CHECK((char*)p == data + 2 * unit + 8);
  p[0] = p[1] + 1;
  OK(clEnqueueUnmapMemObject(s->queue, sub, p, 0, NULL, NULL));
  cl_int back[3];
  OK(clEnqueueReadBuffer(s->queue, parent, CL_TRUE, 2 * unit + 4, sizeof back, back, 0, NULL,
                         NULL));
  print_ints("host memory", back, 3);
  // A buffer need not be aligned for the host's pointer.
  cl_mem odd = MADE(clCreateBuffer(s->context, CL_MEM_COPY_HOST_PTR, 13, data + 3, &code));
  OK(clReleaseMemObject(odd));
  OK(clReleaseMemObject(sub));
  OK(clReleaseMemObject(parent));
}

typedef struct {
  const Session* session;
  cl_mem buffer;
  cl_command_queue queue;
  cl_event event;
  atomic_int calls;
} Work;

/// Callbacks may enqueue, ask and release; they must not block.
static void CL_CALLBACK go_on(cl_event event, cl_int status, void* data) {
  Work* work = data;
  const cl_int value = 2;
  cl_int seen = 99;
  EQUAL(CL_COMPLETE, status);
  OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof seen, &seen, NULL));
  EQUAL(CL_COMPLETE, seen);
  OK(clEnqueueFillBuffer(work->queue, work->buffer, &value, sizeof value, 0, 64, 0, NULL,
                         &work->event));
  OK(clFlush(work->queue));
  OK(clReleaseEvent(event));
  atomic_fetch_add(&work->calls, 1);
}

static void work_in_callbacks(const Session* s) {
  Work work = {s, make_buffer(s, 64), NULL, NULL, 0};
  work.queue = MADE(clCreateCommandQueue(s->context, s->device, 0, &code));
  const cl_int one = 1;
  cl_int back[2] = {0};
  cl_event event = NULL;
  OK(clEnqueueFillBuffer(s->queue, work.buffer, &one, sizeof one, 0, 64, 0, NULL, &event));
  OK(clSetEventCallback(event, CL_COMPLETE, go_on, &work));
  OK(clFinish(s->queue));
  wait_for_count(&work.calls, 1);
  OK(clWaitForEvents(1, &work.event));
  read_buffer(s, work.buffer, sizeof back, back);
  print_ints("work in callbacks", back, 2);
  OK(clReleaseEvent(work.event));
  OK(clReleaseCommandQueue(work.queue));
  OK(clReleaseMemObject(work.buffer));
}

static atomic_int statuses;
static void CL_CALLBACK add_status(cl_event event, cl_int status, void* user) {
  (void)event, (void)user;
  atomic_fetch_add(&statuses, -status);
}

/// User events call back too, with the status that they were given.
static void callbacks_of_user_events(const Session* s) {
  cl_event bad = MADE(clCreateUserEvent(s->context, &code));
  OK(clSetEventCallback(bad, CL_COMPLETE, add_status, NULL));
  OK(clSetUserEventStatus(bad, -40));
  wait_for_count(&statuses, 40);
  OK(clSetEventCallback(bad, CL_COMPLETE, add_status, NULL));
  wait_for_count(&statuses, 80);
  FAILS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &bad));
  OK(clReleaseEvent(bad));
}

/// The user's memory for the arguments and the source may go at once.
static void arguments_are_copied(const Session* s) {
  char* source = malloc(128);
  strcpy(source, "kernel void k(global int* a, int4 v) { a[0] = v.x + v.y + v.z + v.w; }");
  const char* strings[] = {source};
  cl_program program = MADE(clCreateProgramWithSource(s->context, 1, strings, NULL, &code));
  memset(source, 0, 128);
  free(source);
  OK(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  cl_kernel kernel = MADE(clCreateKernel(program, "k", &code));
  OK(clReleaseProgram(program));
  cl_mem out = make_buffer(s, sizeof(cl_int));
  cl_int4* v = malloc(sizeof *v);
  v->s[0] = 1, v->s[1] = 20, v->s[2] = 300, v->s[3] = 4000;
  OK(clSetKernelArg(kernel, 0, sizeof out, &out));
  OK(clSetKernelArg(kernel, 1, sizeof *v, v));
  memset(v, 0, sizeof *v);
  free(v);
  run_kernel(s, kernel, 1, 1);
  cl_int back = 0;
  read_buffer(s, out, sizeof back, &back);
  print_ints("copied arguments", &back, 1);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(out));
}

/// A device that is named twice counts once.
static void same_device_twice(const Session* s) {
  cl_device_id devices[2] = {s->device, s->device};
  cl_context context = MADE(clCreateContext(NULL, 2, devices, NULL, NULL, &code));
  cl_uint count = 0;
  OK(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, NULL));
  EQUAL(1, count);
  OK(clReleaseContext(context));
}

int main(void) {
  Session s = open_session();
  destructors_of_sub_buffers(&s);
  destructor_of_a_pending_buffer(&s);
  host_memory(&s);
  work_in_callbacks(&s);
  // 5.11: PoCL does not call back when a user event fails.
  if (!on_pocl) callbacks_of_user_events(&s);
  arguments_are_copied(&s);
  same_device_twice(&s);
  return close_session(&s);
}
