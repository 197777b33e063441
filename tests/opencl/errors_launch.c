// SPDX-License-Identifier: Apache-2.0
// Refusals of launches: kernels, dimensions, sizes, offsets, arguments that are missing.
#include "errors_fixture.h"

static const char* const kSource =
    "kernel void k(global int* a, int n) { a[get_global_id(0) % 4] = n; }\n"
    "kernel void scratch(local int* s) { s[get_local_id(0)] = 1; }\n";

/// A launch of `dimensions`; arrays or NULL.
static cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                     const size_t* offset, const size_t* global, const size_t* local) {
  return clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, 0, NULL, NULL);
}

static void kernels_and_queues(Fixture* f, cl_kernel kernel) {
  cl_command_queue q = f->own.queue;
  const size_t one[3] = {1, 1, 1};
  cl_kernel foreign = build_kernel(&f->foreign, kSource, "k");
  const cl_int n = 1;
  OK(clSetKernelArg(foreign, 0, sizeof(cl_mem), &f->foreign_buffer));
  OK(clSetKernelArg(foreign, 1, sizeof n, &n));
  FAILS(CL_INVALID_COMMAND_QUEUE, launch(NULL, kernel, 1, NULL, one, one));
  POCL_CRASHES(FAILS(CL_INVALID_KERNEL, launch(q, NULL, 1, NULL, one, one)));
  FAILS(CL_INVALID_CONTEXT, launch(q, foreign, 1, NULL, one, one));
  FAILS(CL_INVALID_COMMAND_QUEUE, clEnqueueTask(NULL, kernel, 0, NULL, NULL));
  POCL_CRASHES(FAILS(CL_INVALID_KERNEL, clEnqueueTask(q, NULL, 0, NULL, NULL)));
  FAILS(CL_INVALID_CONTEXT, clEnqueueTask(q, foreign, 0, NULL, NULL));
  OK(clReleaseKernel(foreign));
  // Arguments that were never set, in any order.
  FAILS(CL_INVALID_KERNEL_ARGS, launch(q, kernel, 1, NULL, one, one));
  OK(clSetKernelArg(kernel, 1, sizeof n, &n));
  FAILS(CL_INVALID_KERNEL_ARGS, launch(q, kernel, 1, NULL, one, one));
  FAILS(CL_INVALID_KERNEL_ARGS, clEnqueueTask(q, kernel, 0, NULL, NULL));
  OK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &f->buffer));
  OK(launch(q, kernel, 1, NULL, one, one));
  if (on_pocl) return;  // it looks into NULL events
  WAIT_LIST_FAULTS(f, clEnqueueNDRangeKernel, q, kernel, 1, NULL, one, one);
  WAIT_LIST_FAULTS(f, clEnqueueTask, q, kernel);
}

static void sizes(const Fixture* f, cl_kernel kernel) {
  cl_command_queue q = f->own.queue;
  size_t most = 0, items[3];
  cl_uint bits = 0;
  OK(clGetDeviceInfo(f->own.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL));
  OK(clGetDeviceInfo(f->own.device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, NULL));
  OK(clGetDeviceInfo(f->own.device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL));
  const size_t eight[4] = {8, 8, 8, 8}, one[3] = {1, 1, 1};
  FAILS(CL_INVALID_WORK_DIMENSION, launch(q, kernel, 0, NULL, eight, NULL));
  FAILS(CL_INVALID_WORK_DIMENSION, launch(q, kernel, 4, NULL, eight, NULL));
  pocl_differs("5.8: an empty launch was an error before version 2.1");
  FAILS(CL_INVALID_GLOBAL_WORK_SIZE, launch(q, kernel, 1, NULL, NULL, NULL));
  for (int d = 0; d < 3; ++d) {
    size_t zero[3] = {8, 8, 8}, uneven[3] = {4, 4, 4}, none[3] = {1, 1, 1};
    zero[d] = 0, uneven[d] = 3, none[d] = 0;
    pocl_differs("5.8: an empty launch");
    FAILS(CL_INVALID_GLOBAL_WORK_SIZE, launch(q, kernel, 3, NULL, zero, NULL));
    FAILS(CL_INVALID_WORK_GROUP_SIZE, launch(q, kernel, 3, NULL, eight, uneven));
    POCL_CRASHES(FAILS(CL_INVALID_WORK_GROUP_SIZE, launch(q, kernel, 3, NULL, eight, none)));
  }
  const size_t larger[3] = {2 * most, 1, 1}, flat[3] = {2 * most, 2, 1}, pair[3] = {most, 2, 1};
  const cl_int result = launch(q, kernel, 1, NULL, larger, larger);
  CHECK(result == CL_INVALID_WORK_GROUP_SIZE || result == CL_INVALID_WORK_ITEM_SIZE);
  FAILS(CL_INVALID_WORK_GROUP_SIZE, launch(q, kernel, 2, NULL, flat, pair));
  if (bits == 32) {
    const size_t wide[3] = {(size_t)1 << 32, 1, 1}, high[3] = {(size_t)-1, 0, 0};
    const size_t edge[3] = {0xFFFFFFFC, 0, 0};
    FAILS(CL_INVALID_GLOBAL_WORK_SIZE, launch(q, kernel, 1, NULL, wide, one));
    FAILS(CL_INVALID_GLOBAL_OFFSET, launch(q, kernel, 1, high, eight, one));
    FAILS(CL_INVALID_GLOBAL_OFFSET, launch(q, kernel, 1, edge, eight, one));
  } else {
    const size_t high[3] = {(size_t)-4, 0, 0};
    pocl_differs("5.8: an offset that overflows");
    FAILS(CL_INVALID_GLOBAL_OFFSET, launch(q, kernel, 1, high, eight, one));
  }
}

/// More local memory than there is.
static void local_memory(const Fixture* f, cl_program program) {
  cl_ulong bytes = 0;
  const size_t one = 1;
  OK(clGetDeviceInfo(f->own.device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL));
  cl_kernel scratch = MADE(clCreateKernel(program, "scratch", &code));
  OK(clSetKernelArg(scratch, 0, bytes + 4, NULL));
  pocl_differs("5.8: local memory that the device does not have");
  FAILS(CL_OUT_OF_RESOURCES, launch(f->own.queue, scratch, 1, NULL, &one, &one));
  OK(clSetKernelArg(scratch, 0, 64, NULL));
  OK(launch(f->own.queue, scratch, 1, NULL, &one, &one));
  OK(clReleaseKernel(scratch));
}

static void CL_CALLBACK ignore(void* data) { (void)data; }

static void native_kernels(Fixture* f) {
  cl_device_exec_capabilities capabilities = 0;
  cl_command_queue q = f->own.queue;
  cl_mem buffers[1] = {f->buffer}, nothing[1] = {NULL};
  void* args[1] = {NULL};
  const void* places[1] = {args};
  OK(clGetDeviceInfo(f->own.device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof capabilities,
                     &capabilities, NULL));
#define NATIVE(...) clEnqueueNativeKernel(__VA_ARGS__, 0, NULL, NULL)
  FAILS(CL_INVALID_COMMAND_QUEUE, NATIVE(NULL, ignore, NULL, 0, 0, NULL, NULL));
  if (!(capabilities & CL_EXEC_NATIVE_KERNEL)) {
    FAILS(CL_INVALID_OPERATION, NATIVE(q, ignore, NULL, 0, 0, NULL, NULL));
    return;
  }
  OK(NATIVE(q, ignore, NULL, 0, 0, NULL, NULL));
  FAILS(CL_INVALID_VALUE, NATIVE(q, NULL, NULL, 0, 0, NULL, NULL));
  FAILS(CL_INVALID_VALUE, NATIVE(q, ignore, NULL, 8, 0, NULL, NULL));
  FAILS(CL_INVALID_VALUE, NATIVE(q, ignore, NULL, 0, 1, buffers, places));
  FAILS(CL_INVALID_VALUE, NATIVE(q, ignore, args, 0, 0, NULL, NULL));
  FAILS(CL_INVALID_VALUE, NATIVE(q, ignore, args, 8, 1, NULL, places));
  FAILS(CL_INVALID_VALUE, NATIVE(q, ignore, args, 8, 1, buffers, NULL));
  FAILS(CL_INVALID_VALUE, NATIVE(q, ignore, args, 8, 0, buffers, NULL));
  FAILS(CL_INVALID_VALUE, NATIVE(q, ignore, args, 8, 0, NULL, places));
  POCL_CRASHES(FAILS(CL_INVALID_MEM_OBJECT, NATIVE(q, ignore, args, 8, 1, nothing, places)));
  WAIT_LIST_FAULTS(f, clEnqueueNativeKernel, q, ignore, NULL, 0, 0, NULL, NULL);
}

int main(void) {
  static Fixture f;
  open_fixture(&f);
  cl_program program = build_program(&f.own, kSource, NULL);
  cl_kernel kernel = MADE(clCreateKernel(program, "k", &code));
  kernels_and_queues(&f, kernel);
  sizes(&f, kernel);
  local_memory(&f, program);
  native_kernels(&f);
  OK(clFinish(f.own.queue));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
  return close_fixture(&f);
}
