// SPDX-License-Identifier: Apache-2.0
// Long chains and wide fans of events, held by user events; calls that block until another thread
// lets them go.
#include "opencl_test.h"

#define LENGTH 3000
#define WIDTH 500

static cl_int value_of(const Session* s, cl_mem buffer) {
  cl_int value = 0;
  read_buffer(s, buffer, sizeof value, &value);
  return value;
}

static cl_command_queue make_queue(const Session* s) {
  return MADE(clCreateCommandQueue(s->context, s->device, 0, &code));
}

/// Thousands of commands on two queues, each waiting for the one before it.
static void long_chain(const Session* s, cl_mem buffer) {
  static cl_event events[LENGTH];
  cl_command_queue queues[2] = {make_queue(s), make_queue(s)};
  cl_event user = MADE(clCreateUserEvent(s->context, &code));
  for (cl_int i = 0; i < LENGTH; ++i) {
    OK(clEnqueueFillBuffer(queues[i % 2], buffer, &i, sizeof i, 0, sizeof i, 1,
                           i ? &events[i - 1] : &user, &events[i]));
  }
  OK(clFlush(queues[0]));
  OK(clFlush(queues[1]));
  OK(clSetUserEventStatus(user, CL_COMPLETE));
  OK(clWaitForEvents(1, &events[LENGTH - 1]));
  printf("long chain: %d\n", value_of(s, buffer));
  for (int i = 0; i < LENGTH; ++i) OK(clReleaseEvent(events[i]));
  OK(clReleaseEvent(user));
  OK(clReleaseCommandQueue(queues[0]));
  OK(clReleaseCommandQueue(queues[1]));
}

/// A command that waits for hundreds, of which each waits for one; the same event several times.
static void wide_fan(const Session* s, cl_mem buffer) {
  static cl_event events[WIDTH + 2];
  cl_command_queue queue = make_queue(s);
  cl_event user = MADE(clCreateUserEvent(s->context, &code)), last = NULL;
  const cl_int value = 41;
  for (int i = 0; i < WIDTH; ++i) {
    OK(clEnqueueMarkerWithWaitList(queue, 1, &user, &events[i]));
  }
  events[WIDTH] = events[WIDTH + 1] = user;
  OK(clEnqueueFillBuffer(s->queue, buffer, &value, sizeof value, 0, sizeof value, WIDTH + 2, events,
                         &last));
  OK(clFlush(s->queue));
  OK(clFlush(queue));
  OK(clSetUserEventStatus(user, CL_COMPLETE));
  OK(clWaitForEvents(1, &last));
  printf("wide fan: %d\n", value_of(s, buffer));
  for (int i = 0; i < WIDTH; ++i) OK(clReleaseEvent(events[i]));
  OK(clReleaseEvent(last));
  OK(clReleaseEvent(user));
  OK(clReleaseCommandQueue(queue));
}

enum { kLinks = 100 };
static cl_event links[kLinks + 1];
static atomic_int linked;

/// Each callback lets the next command go.
static void CL_CALLBACK next_link(cl_event event, cl_int status, void* data) {
  (void)event, (void)status;
  const size_t i = (size_t)(cl_event*)data;
  OK(clSetUserEventStatus(links[i], CL_COMPLETE));
  atomic_fetch_add(&linked, 1);
}

static void chain_of_callbacks(const Session* s, cl_mem buffer) {
  cl_command_queue queue = make_queue(s);
  for (int i = 0; i <= kLinks; ++i) links[i] = MADE(clCreateUserEvent(s->context, &code));
  for (cl_int i = 0; i < kLinks; ++i) {
    cl_event event = NULL;
    OK(clEnqueueFillBuffer(queue, buffer, &i, sizeof i, 0, sizeof i, 1, &links[i], &event));
    OK(clSetEventCallback(event, CL_COMPLETE, next_link, (void*)((size_t)i + 1)));
    OK(clReleaseEvent(event));
  }
  OK(clFlush(queue));
  OK(clSetUserEventStatus(links[0], CL_COMPLETE));
  OK(clWaitForEvents(1, &links[kLinks]));
  wait_for_count(&linked, kLinks);
  OK(clFinish(queue));
  printf("chain of callbacks: %d\n", value_of(s, buffer));
  for (int i = 0; i <= kLinks; ++i) OK(clReleaseEvent(links[i]));
  OK(clReleaseCommandQueue(queue));
}

typedef struct {
  const Session* session;
  cl_command_queue queue;
  cl_mem buffer;
  cl_event user, pending;
  atomic_int started;
  cl_int seen[4];
} Blocked;

/// Four threads block in four ways.
static void* block(void* data) {
  Blocked* b = data;
  const int way = atomic_fetch_add(&b->started, 1);
  if (way == 0) OK(clFinish(b->queue));
  if (way == 1) OK(clWaitForEvents(1, &b->pending));
  if (way == 2) {
    OK(clEnqueueReadBuffer(b->session->queue, b->buffer, CL_TRUE, 0, sizeof b->seen[2], &b->seen[2],
                           1, &b->pending, NULL));
  }
  if (way == 3) {
    cl_int* p = MADE(clEnqueueMapBuffer(b->queue, b->buffer, CL_TRUE, CL_MAP_READ, 0,
                                        sizeof(cl_int), 1, &b->user, NULL, &code));
    b->seen[3] = p[0];
    OK(clEnqueueUnmapMemObject(b->queue, b->buffer, p, 0, NULL, NULL));
  }
  if (way < 2) {
    OK(clEnqueueReadBuffer(b->queue, b->buffer, CL_TRUE, 0, sizeof(cl_int), &b->seen[way], 0, NULL,
                           NULL));
  }
  return NULL;
}

static void blocked_threads(const Session* s, cl_mem buffer) {
  Blocked b = {.session = s, .queue = make_queue(s), .buffer = buffer};
  const struct timespec pause = {0, 30000000};
  const cl_int value = 500;
  pthread_t threads[4];
  b.user = MADE(clCreateUserEvent(s->context, &code));
  OK(clEnqueueFillBuffer(b.queue, buffer, &value, sizeof value, 0, sizeof value, 1, &b.user,
                         &b.pending));
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, block, &b);
  wait_for_count(&b.started, 4);
  nanosleep(&pause, NULL);
  OK(clSetUserEventStatus(b.user, CL_COMPLETE));
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  OK(clFinish(b.queue));
  print_ints("blocked threads", b.seen, 4);
  OK(clReleaseEvent(b.user));
  OK(clReleaseEvent(b.pending));
  OK(clReleaseCommandQueue(b.queue));
}

/// One of several events fails: what waits for all of them fails, the others end well.
static void one_of_many_fails(const Session* s) {
  cl_event users[8], marker = NULL;
  cl_int status = 0;
  cl_command_queue queue = make_queue(s);
  for (int i = 0; i < 8; ++i) users[i] = MADE(clCreateUserEvent(s->context, &code));
  OK(clEnqueueMarkerWithWaitList(queue, 8, users, &marker));
  OK(clFlush(queue));
  for (int i = 0; i < 8; ++i) OK(clSetUserEventStatus(users[i], i == 5 ? -99 : CL_COMPLETE));
  FAILS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &marker));
  FAILS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(8, users));
  OK(clWaitForEvents(5, users));
  OK(clGetEventInfo(marker, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  CHECK(status < 0);
  for (int i = 0; i < 8; ++i) OK(clReleaseEvent(users[i]));
  OK(clReleaseEvent(marker));
  OK(clReleaseCommandQueue(queue));
}

int main(void) {
  Session s = open_session();
  cl_mem buffer = make_buffer(&s, sizeof(cl_int));
  long_chain(&s, buffer);
  wide_fan(&s, buffer);
  chain_of_callbacks(&s, buffer);
  blocked_threads(&s, buffer);
  // 5.11: PoCL never ends what waits for an event that failed.
  if (!on_pocl) one_of_many_fails(&s);
  OK(clReleaseMemObject(buffer));
  return close_session(&s);
}
