// SPDX-License-Identifier: Apache-2.0
// What the OpenCL host programs share: checks, a session on one device, programs and buffers.
#pragma once

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "error_names.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/// Where the calls that make objects put their error.
static _Thread_local cl_int code;
static atomic_int failures;
static int on_pocl;
static _Thread_local int excused;

/// The next check is made on PoCL 3.1 too, but there it may fail: PoCL deviates from that clause.
static inline void pocl_differs(const char* clause) {
  (void)clause;
  excused = on_pocl;
}

/// Counts a failed check, unless it is excused; false if the failure is to be told.
static inline int judge(int holds) {
  const int counted = !holds && !excused;
  excused = 0;
  return !counted || atomic_fetch_add(&failures, 1) >= 30;
}

static inline void check(int holds, const char* file, int line, const char* text) {
  if (!judge(holds)) fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, text);
}

static inline void check_code(cl_int wanted, cl_int got, const char* file, int line,
                              const char* text) {
  if (judge(wanted == got)) return;
  fprintf(stderr, "%s:%d: %s gives %s (%d), not %s\n", file, line, text, error_name(got), got,
          error_name(wanted));
}

static inline void check_equal(long long wanted, long long got, const char* file, int line,
                               const char* text) {
  if (judge(wanted == got)) return;
  fprintf(stderr, "%s:%d: %s is %lld, not %lld\n", file, line, text, got, wanted);
}

static inline void check_text(const char* wanted, const char* got, const char* file, int line) {
  if (judge(strcmp(wanted, got) == 0)) return;
  fprintf(stderr, "%s:%d: the text is '%s', not '%s'\n", file, line, got, wanted);
}

static inline void* check_made(void* object, const char* file, int line, const char* text) {
  check_code(CL_SUCCESS, code, file, line, text);
  check(object != NULL, file, line, text);
  return object;
}

static inline void check_refused(cl_int wanted, const void* object, const char* file, int line,
                                 const char* text) {
  const int excuse = excused;
  check_code(wanted, code, file, line, text);
  excused = excuse;
  check(object == NULL, file, line, text);
}

#define CHECK(...) check((__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__)
#define EQUAL(wanted, ...) \
  check_equal((long long)(wanted), (long long)(__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__)
#define SAME_TEXT(wanted, got) check_text(wanted, got, __FILE__, __LINE__)
/// A call that returns an error code.
#define FAILS(wanted, ...) check_code(wanted, (__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__)
#define OK(...) FAILS(CL_SUCCESS, __VA_ARGS__)
/// A call that makes an object and puts its error into `code`.
#define MADE(...) (code = 1, check_made((__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__))
#define REFUSED(wanted, ...) \
  (code = 1, check_refused(wanted, (__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__))

/// A check that PoCL 3.1 does not survive; it is left out there.
#define POCL_CRASHES(...)      \
  do {                         \
    if (!on_pocl) __VA_ARGS__; \
  } while (0)

/// A query of a value of fixed size: QUERY(value, clGetDeviceInfo, device, CL_DEVICE_TYPE).
#define QUERY(value, call, ...)                                                    \
  do {                                                                             \
    size_t size_ = 0;                                                              \
    OK(call(__VA_ARGS__, 0, NULL, &size_));                                        \
    EQUAL(sizeof(value), size_);                                                   \
    FAILS(CL_INVALID_VALUE, call(__VA_ARGS__, sizeof(value) - 1, &(value), NULL)); \
    OK(call(__VA_ARGS__, sizeof(value), &(value), &size_));                        \
    EQUAL(sizeof(value), size_);                                                   \
  } while (0)

/// A query of a text that ends in a null character, into an array.
#define QUERY_TEXT(text, call, ...)                                                   \
  do {                                                                                \
    size_t size_ = 0;                                                                 \
    OK(call(__VA_ARGS__, 0, NULL, &size_));                                           \
    CHECK(size_ >= 1 && size_ <= sizeof(text));                                       \
    if (size_ > 1) FAILS(CL_INVALID_VALUE, call(__VA_ARGS__, size_ - 1, text, NULL)); \
    OK(call(__VA_ARGS__, sizeof(text), text, NULL));                                  \
    EQUAL(size_, strlen(text) + 1);                                                   \
  } while (0)

typedef struct {
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
} Session;

/// The first device of the first platform, with a context and an in-order queue.
static inline Session open_session(void) {
  Session s;
  char name[256] = "";
  if (clGetPlatformIDs(1, &s.platform, NULL) != CL_SUCCESS) {
    fprintf(stderr, "there is no OpenCL platform\n");
    exit(1);
  }
  OK(clGetPlatformInfo(s.platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
  on_pocl = strcmp(name, "Portable Computing Language") == 0;
  OK(clGetDeviceIDs(s.platform, CL_DEVICE_TYPE_ALL, 1, &s.device, NULL));
  s.context = MADE(clCreateContext(NULL, 1, &s.device, NULL, NULL, &code));
  s.queue = MADE(clCreateCommandQueue(s.context, s.device, 0, &code));
  return s;
}

/// Releases the session; gives the exit code of the program.
static inline int close_session(const Session* s) {
  OK(clReleaseCommandQueue(s->queue));
  OK(clReleaseContext(s->context));
  if (failures > 0) fprintf(stderr, "%d checks failed\n", atomic_load(&failures));
  return failures > 0;
}

/// A program built from one text; its log goes to stderr if the build fails.
static inline cl_program build_program(const Session* s, const char* source, const char* options) {
  cl_program program = MADE(clCreateProgramWithSource(s->context, 1, &source, NULL, &code));
  const cl_int result = clBuildProgram(program, 1, &s->device, options, NULL, NULL);
  if (result != CL_SUCCESS) {
    static char log[16384];
    clGetProgramBuildInfo(program, s->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fprintf(stderr, "%s\n", log);
  }
  OK(result);
  return program;
}

/// The only kernel that a new program needs; the program lives as long as the kernel.
static inline cl_kernel build_kernel(const Session* s, const char* source, const char* name) {
  cl_program program = build_program(s, source, NULL);
  cl_kernel kernel = MADE(clCreateKernel(program, name, &code));
  OK(clReleaseProgram(program));
  return kernel;
}

static inline cl_mem make_buffer(const Session* s, size_t size) {
  return MADE(clCreateBuffer(s->context, CL_MEM_READ_WRITE, size, NULL, &code));
}

static inline void read_buffer(const Session* s, cl_mem buffer, size_t size, void* data) {
  OK(clEnqueueReadBuffer(s->queue, buffer, CL_TRUE, 0, size, data, 0, NULL, NULL));
}

static inline void write_buffer(const Session* s, cl_mem buffer, size_t size, const void* data) {
  OK(clEnqueueWriteBuffer(s->queue, buffer, CL_TRUE, 0, size, data, 0, NULL, NULL));
}

/// Runs a kernel of one dimension and waits.
static inline void run_kernel(const Session* s, cl_kernel kernel, size_t global, size_t local) {
  OK(clEnqueueNDRangeKernel(s->queue, kernel, 1, NULL, &global, local ? &local : NULL, 0, NULL,
                            NULL));
  OK(clFinish(s->queue));
}

/// Runs a kernel that writes one int; gives that int.
static inline cl_int result_of(const Session* s, cl_program program, const char* name) {
  cl_kernel kernel = MADE(clCreateKernel(program, name, &code));
  cl_mem out = make_buffer(s, sizeof(cl_int));
  OK(clSetKernelArg(kernel, 0, sizeof out, &out));
  run_kernel(s, kernel, 1, 1);
  cl_int value = 0;
  read_buffer(s, out, sizeof value, &value);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(out));
  return value;
}

/// Waits at most ten seconds for callbacks.
static inline void wait_for_count(atomic_int* count, int wanted) {
  const struct timespec pause = {0, 1000000};
  for (int i = 0; i < 10000 && atomic_load(count) < wanted; ++i) nanosleep(&pause, NULL);
  EQUAL(wanted, atomic_load(count));
}

static inline void print_ints(const char* what, const cl_int* values, size_t count) {
  printf("%s:", what);
  for (size_t i = 0; i < count; ++i) printf(" %d", values[i]);
  printf("\n");
}
