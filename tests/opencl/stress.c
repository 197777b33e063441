// SPDX-License-Identifier: Apache-2.0
// Threads that share a context, an out-of-order queue, programs, buffers and events. The first
// argument is the number of rounds each thread makes. What is printed does not depend on timing.
#include "opencl_test.h"

#define THREADS 4
#define ITEMS 16

static const char* const kSource =
    "kernel void scale(global int* a, int factor, int offset) {\n"
    "  int i = get_global_id(0);\n"
    "  a[i] = a[i] * factor + offset;\n"
    "}\n"
    "kernel void count(global int* counter) { atomic_inc(counter); }\n";

static Session session;
static cl_program program;
static cl_command_queue shared_queue;
static cl_mem counter;
static atomic_int callbacks;
static int rounds;

typedef struct {
  int id;
  cl_command_queue queue;
  cl_kernel scale, count;
  cl_mem buffer;
  /// Set by the next thread, waited for by this one.
  cl_event gate;
  cl_int result[ITEMS];
} Worker;

static Worker workers[THREADS];

static void CL_CALLBACK called(cl_event event, cl_int status, void* user) {
  (void)event, (void)user;
  if (status == CL_COMPLETE) atomic_fetch_add(&callbacks, 1);
}

static void enqueue_scale(Worker* w, cl_command_queue queue, cl_int factor, cl_int offset,
                          cl_uint waits, const cl_event* list, cl_event* event) {
  const size_t items = ITEMS;
  OK(clSetKernelArg(w->scale, 0, sizeof w->buffer, &w->buffer));
  OK(clSetKernelArg(w->scale, 1, sizeof factor, &factor));
  OK(clSetKernelArg(w->scale, 2, sizeof offset, &offset));
  OK(clEnqueueNDRangeKernel(queue, w->scale, 1, NULL, &items, NULL, waits, list, event));
}

/// A chain through both queues, ordered by events alone.
static void chain(Worker* w, int round) {
  cl_event first = NULL, second = NULL, third = NULL;
  enqueue_scale(w, w->queue, 3, w->id, 0, NULL, &first);
  enqueue_scale(w, shared_queue, 1, round, 1, &first, &second);
  OK(clSetEventCallback(second, CL_COMPLETE, called, NULL));
  OK(clEnqueueReadBuffer(w->queue, w->buffer, CL_FALSE, 0, sizeof w->result, w->result, 1, &second,
                         &third));
  OK(clFlush(w->queue));
  OK(clReleaseEvent(first));
  OK(clReleaseEvent(second));
  OK(clWaitForEvents(1, &third));
  OK(clReleaseEvent(third));
}

/// All threads add to one counter, and hold and let go of the same objects.
static void share(Worker* w) {
  const size_t items = ITEMS;
  cl_event event = NULL;
  OK(clRetainMemObject(counter));
  OK(clRetainProgram(program));
  OK(clRetainContext(session.context));
  OK(clRetainCommandQueue(shared_queue));
  OK(clSetKernelArg(w->count, 0, sizeof counter, &counter));
  OK(clEnqueueNDRangeKernel(shared_queue, w->count, 1, NULL, &items, NULL, 0, NULL, &event));
  OK(clReleaseCommandQueue(shared_queue));
  OK(clReleaseContext(session.context));
  OK(clReleaseProgram(program));
  OK(clReleaseMemObject(counter));
  OK(clRetainEvent(event));
  OK(clWaitForEvents(1, &event));
  OK(clReleaseEvent(event));
  OK(clReleaseEvent(event));
}

/// Objects that live only here, while others make theirs.
static void make_and_drop(const Worker* w, int round) {
  cl_kernel kernel = MADE(clCreateKernel(program, "count", &code));
  cl_mem buffer = make_buffer(&session, 256);
  cl_int value = w->id * 1000 + round, back = 0;
  OK(clEnqueueWriteBuffer(shared_queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL));
  cl_int* p = MADE(
      clEnqueueMapBuffer(w->queue, buffer, CL_TRUE, CL_MAP_READ, 0, 256, 0, NULL, NULL, &code));
  EQUAL(value, p[0]);
  OK(clEnqueueUnmapMemObject(w->queue, buffer, p, 0, NULL, NULL));
  OK(clEnqueueReadBuffer(w->queue, buffer, CL_TRUE, 0, sizeof back, &back, 0, NULL, NULL));
  EQUAL(value, back);
  OK(clReleaseMemObject(buffer));
  OK(clReleaseKernel(kernel));
}

static void build(const Worker* w) {
  char options[32];
  cl_int value = 0;
  const size_t one = 1;
  snprintf(options, sizeof options, "-DID=%d", w->id);
  cl_program own =
      build_program(&session, "kernel void k(global int* a) { a[0] = ID * 11; }", options);
  cl_kernel kernel = MADE(clCreateKernel(own, "k", &code));
  cl_mem buffer = make_buffer(&session, sizeof value);
  OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  OK(clEnqueueNDRangeKernel(w->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
  OK(clEnqueueReadBuffer(w->queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL));
  EQUAL(w->id * 11, value);
  OK(clReleaseMemObject(buffer));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(own));
}

/// The first command waits for a user event that the neighbour sets.
static void* work(void* argument) {
  Worker* w = argument;
  cl_event held = NULL;
  enqueue_scale(w, w->queue, 1, 100, 1, &w->gate, &held);
  OK(clSetEventCallback(held, CL_COMPLETE, called, NULL));
  OK(clFlush(w->queue));
  OK(clSetUserEventStatus(workers[(w->id + 1) % THREADS].gate, CL_COMPLETE));
  OK(clWaitForEvents(1, &held));
  OK(clReleaseEvent(held));
  build(w);
  for (int round = 0; round < rounds; ++round) {
    chain(w, round);
    share(w);
    make_and_drop(w, round);
  }
  OK(clFinish(w->queue));
  return NULL;
}

static void prepare(Worker* w, int id) {
  const cl_int zero = 0;
  w->id = id;
  w->queue = MADE(clCreateCommandQueue(session.context, session.device, 0, &code));
  w->scale = MADE(clCreateKernel(program, "scale", &code));
  w->count = MADE(clCreateKernel(program, "count", &code));
  w->buffer = make_buffer(&session, sizeof w->result);
  w->gate = MADE(clCreateUserEvent(session.context, &code));
  OK(clEnqueueFillBuffer(w->queue, w->buffer, &zero, sizeof zero, 0, sizeof w->result, 0, NULL,
                         NULL));
}

static void finish(Worker* w) {
  // What the chain must have come to, in wrapping arithmetic.
  cl_uint wanted = 100;
  for (int round = 0; round < rounds; ++round) wanted = wanted * 3 + w->id + round;
  for (int i = 0; i < ITEMS; ++i) EQUAL((cl_int)wanted, w->result[i]);
  OK(clReleaseEvent(w->gate));
  OK(clReleaseMemObject(w->buffer));
  OK(clReleaseKernel(w->scale));
  OK(clReleaseKernel(w->count));
  OK(clReleaseCommandQueue(w->queue));
}

int main(int count, char** arguments) {
  rounds = count > 1 ? atoi(arguments[1]) : 25;
  session = open_session();
  cl_command_queue_properties properties = 0;
  OK(clGetDeviceInfo(session.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof properties, &properties,
                     NULL));
  shared_queue = MADE(clCreateCommandQueue(
      session.context, session.device, properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code));
  program = build_program(&session, kSource, NULL);
  cl_int total = 0;
  counter = make_buffer(&session, sizeof total);
  write_buffer(&session, counter, sizeof total, &total);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) prepare(&workers[i], i);
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, work, &workers[i]);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  OK(clFinish(shared_queue));
  read_buffer(&session, counter, sizeof total, &total);
  EQUAL(THREADS * rounds * ITEMS, total);
  wait_for_count(&callbacks, THREADS * (rounds + 1));
  for (int i = 0; i < THREADS; ++i) finish(&workers[i]);
  printf("counted %d, called back %d\n", total, atomic_load(&callbacks));
  OK(clReleaseMemObject(counter));
  OK(clReleaseProgram(program));
  OK(clReleaseCommandQueue(shared_queue));
  return close_session(&session);
}
