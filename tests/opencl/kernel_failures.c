// SPDX-License-Identifier: Apache-2.0
// Kernels that fail while they run: what the host is told, and that work goes on afterwards.
// The first argument is the number of the failure; without one, the failures are listed.
#include "opencl_test.h"

typedef struct {
  const char* name;
  const char* kernel;
  size_t global, local;
} Failure;

static const char* const kSource =
    "kernel void good(global int* a) { a[get_global_id(0)] = 5; }\n"
    "kernel void far_store(global int* a) { a[0x30000000] = 1; }\n"
    "kernel void null_store(global int* a) { *(global int*)16 = a[0]; }\n"
    "kernel void far_load(global int* a) { a[0] = a[0x30000000]; }\n"
    "kernel void odd_store(global int* a) {\n"
    "  *(global volatile int*)((global char*)a + 1) = 1;\n"
    "}\n"
    "kernel void divergent(global int* a) {\n"
    "  if (get_local_id(0) < 4) barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  else a[get_global_id(0)] = 1;\n"
    "}\n";

static const Failure kFailures[] = {
    {"a store far outside", "far_store", 1, 1},
    {"a store to address 16", "null_store", 1, 1},
    {"a load far outside", "far_load", 1, 1},
    {"a store off its alignment", "odd_store", 1, 1},
    {"a barrier that not all reach", "divergent", 64, 64},
};

static cl_int status_of(cl_event event) {
  cl_int status = 99;
  OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  return status;
}

static cl_int enqueue(const Session* s, cl_kernel kernel, const Failure* f, cl_uint count,
                      const cl_event* list, cl_event* event) {
  return clEnqueueNDRangeKernel(s->queue, kernel, 1, NULL, &f->global, &f->local, count, list,
                                event);
}

static const Failure kGood = {"", "good", 16, 16};

static void expect_good(const Session* s, cl_kernel good, cl_mem buffer, const char* when) {
  cl_int back[16] = {0};
  const cl_int zero = 0;
  OK(clEnqueueFillBuffer(s->queue, buffer, &zero, sizeof zero, 0, sizeof back, 0, NULL, NULL));
  OK(enqueue(s, good, &kGood, 0, NULL, NULL));
  read_buffer(s, buffer, sizeof back, back);
  print_ints(when, back, 16);
}

static atomic_int told;
static void CL_CALLBACK tell(cl_event event, cl_int status, void* user) {
  (void)event, (void)user;
  atomic_fetch_add(&told, status == CL_OUT_OF_RESOURCES ? 1 : 100);
}

/// The event says why; what waits for it, and what follows it in its queue, fails too.
static void fail_in_order(const Session* s, cl_kernel bad, cl_kernel good, const Failure* f) {
  cl_event event = NULL, follower = NULL;
  OK(enqueue(s, bad, f, 0, NULL, &event));
  CHECK(clWaitForEvents(1, &event) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EQUAL(CL_OUT_OF_RESOURCES, status_of(event));
  OK(clSetEventCallback(event, CL_COMPLETE, tell, NULL));
  wait_for_count(&told, 1);
  cl_int result = enqueue(s, good, &kGood, 1, &event, &follower);
  if (result == CL_SUCCESS) {
    FAILS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &follower));
    CHECK(status_of(follower) < 0);
    OK(clReleaseEvent(follower));
  } else {
    EQUAL(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, result);
  }
  CHECK(clFinish(s->queue) != CL_SUCCESS);
  OK(clReleaseEvent(event));
}

/// A blocking read behind the failure says so itself.
static void fail_before_read(const Session* s, cl_kernel bad, cl_mem buffer, const Failure* f) {
  cl_int back[16];
  cl_event event = NULL;
  OK(enqueue(s, bad, f, 0, NULL, &event));
  CHECK(clEnqueueReadBuffer(s->queue, buffer, CL_TRUE, 0, sizeof back, back, 0, NULL, NULL) !=
        CL_SUCCESS);
  clFinish(s->queue);
  OK(clReleaseEvent(event));
}

/// Held back by a user event, the failure comes when that is set.
static void fail_later(const Session* s, cl_kernel bad, const Failure* f) {
  cl_event user = MADE(clCreateUserEvent(s->context, &code)), event = NULL, marker = NULL;
  OK(enqueue(s, bad, f, 1, &user, &event));
  OK(clEnqueueMarkerWithWaitList(s->queue, 1, &event, &marker));
  OK(clSetUserEventStatus(user, CL_COMPLETE));
  FAILS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &marker));
  EQUAL(CL_OUT_OF_RESOURCES, status_of(event));
  CHECK(status_of(marker) < 0);
  CHECK(clFinish(s->queue) != CL_SUCCESS);
  OK(clReleaseEvent(user));
  OK(clReleaseEvent(event));
  OK(clReleaseEvent(marker));
}

int main(int count, char** arguments) {
  if (count < 2) {
    for (size_t i = 0; i < COUNT(kFailures); ++i) printf("%zu: %s\n", i, kFailures[i].name);
    return 0;
  }
  const Failure* f = &kFailures[(size_t)atoi(arguments[1]) % COUNT(kFailures)];
  Session s = open_session();
  cl_program program = build_program(&s, kSource, NULL);
  cl_kernel good = MADE(clCreateKernel(program, "good", &code));
  cl_kernel bad = MADE(clCreateKernel(program, f->kernel, &code));
  cl_mem buffer = make_buffer(&s, 64 * sizeof(cl_int));
  OK(clSetKernelArg(good, 0, sizeof buffer, &buffer));
  OK(clSetKernelArg(bad, 0, sizeof buffer, &buffer));
  printf("%s\n", f->name);
  expect_good(&s, good, buffer, "before");
  fail_in_order(&s, bad, good, f);
  expect_good(&s, good, buffer, "after a failure");
  fail_before_read(&s, bad, buffer, f);
  expect_good(&s, good, buffer, "after a failed read");
  fail_later(&s, bad, f);
  expect_good(&s, good, buffer, "after a late failure");
  OK(clReleaseMemObject(buffer));
  OK(clReleaseKernel(good));
  OK(clReleaseKernel(bad));
  OK(clReleaseProgram(program));
  return close_session(&s);
}
