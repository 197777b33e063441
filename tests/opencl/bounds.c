// SPDX-License-Identifier: Apache-2.0
// Kernels that miss the ends of their buffer of 36 bytes: what becomes of the launch, and that the
// buffers in front of it and behind it keep their bytes. The arguments are the numbers of accesses;
// without them, the accesses are listed.
#include "opencl_test.h"

enum { kBytes = 36, kItems = 4 };

typedef struct {
  const char* name;
  const char* kernel;
  cl_int at;  ///< index of an element of the kernel's type
} Access;

// The third of four work-items does it.
static const char* const kSource =
    "kernel void store_byte(global char* a, int at) { if (get_global_id(0) == 2) a[at] = 1; }\n"
    "kernel void store_word(global int* a, int at) { if (get_global_id(0) == 2) a[at] = 1; }\n"
    "kernel void load_word(global int* a, int at) { if (get_global_id(0) == 2) a[0] = a[at]; }\n"
    "kernel void count(global int* a, int at) { if (get_global_id(0) == 2) atomic_inc(a + at); }\n"
    "kernel void store_double(global double* a, int at) {\n"
    "  if (get_global_id(0) == 2) a[at] = at * 0.3;\n"
    "}\n"
    "kernel void store_int4(global int* a, int at) {\n"
    "  if (get_global_id(0) == 2) vstore4((int4)(1), 0, a + at);\n"
    "}\n";

static const Access kAccesses[] = {
    {"a store of the last byte", "store_byte", kBytes - 1},
    {"a store 1 byte behind the end", "store_byte", kBytes},
    {"a store 4 bytes behind the end", "store_word", kBytes / 4},
    {"a store 96 bytes behind the end", "store_word", 32},
    {"a store 100 bytes behind the end", "store_word", 33},
    {"a store 4095 bytes behind the end", "store_byte", kBytes + 4094},
    {"a store 4096 bytes behind the end", "store_byte", kBytes + 4095},
    {"a store 4097 bytes behind the end", "store_byte", kBytes + 4096},
    {"a load 4 bytes in front", "load_word", -1},
    {"an atomic 4 bytes behind the end", "count", kBytes / 4},
    {"a store that is half behind the end", "store_double", 4},
    {"a vector that is half behind the end", "store_int4", 7},
};

static cl_mem filled_buffer(const Session* s, size_t bytes) {
  const cl_uchar seven = 7;
  cl_mem buffer = make_buffer(s, bytes);
  OK(clEnqueueFillBuffer(s->queue, buffer, &seven, 1, 0, bytes, 0, NULL, NULL));
  return buffer;
}

static void expect_sevens(const Session* s, cl_mem buffer) {
  cl_uchar back[kBytes];
  read_buffer(s, buffer, kBytes, back);
  for (size_t i = 0; i < kBytes; ++i) EQUAL(7, back[i]);
}

/// The status of the launch.
static cl_int launch(const Session* s, cl_kernel kernel, cl_mem buffer, cl_int at) {
  const size_t items = kItems;
  cl_int status = 99;
  cl_event event = NULL;
  OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  OK(clSetKernelArg(kernel, 1, sizeof at, &at));
  OK(clEnqueueNDRangeKernel(s->queue, kernel, 1, NULL, &items, &items, 0, NULL, &event));
  clWaitForEvents(1, &event);
  OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  clFinish(s->queue);
  OK(clReleaseEvent(event));
  return status;
}

/// What lies behind a part of a buffer is the buffer's own.
static void leave_part(const Session* s, cl_program program) {
  cl_kernel store_word = MADE(clCreateKernel(program, "store_word", &code));
  const cl_buffer_region region = {0, kBytes};
  cl_mem whole = filled_buffer(s, 1024);
  cl_mem part = MADE(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  EQUAL(CL_COMPLETE, launch(s, store_word, part, 255));
  cl_int last = 0;
  OK(clEnqueueReadBuffer(s->queue, whole, CL_TRUE, 1020, sizeof last, &last, 0, NULL, NULL));
  EQUAL(1, last);
  OK(clReleaseKernel(store_word));
  OK(clReleaseMemObject(part));
  OK(clReleaseMemObject(whole));
}

/// Buffers are made in order, so that one lies in front of the kernel's and one behind it.
static void carry_out(const Session* s, cl_program program, const Access* access) {
  cl_kernel kernel = MADE(clCreateKernel(program, access->kernel, &code));
  cl_mem in_front = filled_buffer(s, kBytes);
  cl_mem buffer = filled_buffer(s, kBytes);
  cl_mem behind = filled_buffer(s, kBytes);
  printf("%s: %s\n", access->name, error_name(launch(s, kernel, buffer, access->at)));
  expect_sevens(s, in_front);
  expect_sevens(s, behind);
  OK(clReleaseMemObject(in_front));
  OK(clReleaseMemObject(buffer));
  OK(clReleaseMemObject(behind));
  OK(clReleaseKernel(kernel));
}

int main(int count, char** arguments) {
  if (count < 2) {
    for (size_t i = 0; i < COUNT(kAccesses); ++i) printf("%zu: %s\n", i, kAccesses[i].name);
    return 0;
  }
  Session s = open_session();
  cl_program program = build_program(&s, kSource, NULL);
  for (int i = 1; i < count; ++i) {
    carry_out(&s, program, &kAccesses[(size_t)atoi(arguments[i]) % COUNT(kAccesses)]);
  }
  leave_part(&s, program);
  OK(clReleaseProgram(program));
  return close_session(&s);
}
