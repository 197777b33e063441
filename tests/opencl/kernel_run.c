// SPDX-License-Identifier: Apache-2.0
// What kernels do together: barriers, local memory, atomics, copies, doubles; native kernels.
#include "opencl_test.h"

static const char* const kSource =
    "kernel void reverse(global int* a, local int* block) {\n"
    "  int i = get_local_id(0), n = get_local_size(0), at = get_global_id(0);\n"
    "  block[i] = a[at];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  a[at] = block[n - 1 - i];\n"
    "}\n"
    "kernel void sum(global const int* in, global int* out) {\n"
    "  local int part[16];\n"
    "  int i = get_local_id(0);\n"
    "  part[i] = in[get_global_id(0)];\n"
    "  for (int step = get_local_size(0) / 2; step > 0; step /= 2) {\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (i < step) part[i] += part[i + step];\n"
    "  }\n"
    "  if (i == 0) out[get_group_id(0)] = part[0];\n"
    "}\n"
    "kernel void atomics(global int* a, global float* f) {\n"
    "  int i = get_global_id(0);\n"
    "  local int shared;\n"
    "  if (get_local_id(0) == 0) shared = 0;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  atomic_add(&a[0], i); atomic_sub(&a[1], i); atomic_inc(&a[2]); atomic_dec(&a[3]);\n"
    "  atomic_min(&a[4], i); atomic_max(&a[5], i); atomic_and(&a[6], ~(1 << (i % 8)));\n"
    "  atomic_or(&a[7], 1 << i % 16); atomic_xor(&a[8], i);\n"
    "  atomic_cmpxchg(&a[9], 20, i + 1000);\n"
    "  int old = a[10], seen;\n"
    "  do { seen = old; old = atomic_cmpxchg(&a[10], seen, seen + 2); } while (old != seen);\n"
    "  atomic_inc(&shared);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (get_local_id(0) == 0) atomic_add(&a[11], shared);\n"
    "  atomic_xchg(f, 2.5f);\n"
    "}\n"
    "kernel void copies(global const int* in, global int* out, local int* block) {\n"
    "  event_t e = async_work_group_copy(block, in + 16 * get_group_id(0), 16, 0);\n"
    "  wait_group_events(1, &e);\n"
    "  block[get_local_id(0)] *= 2;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  e = async_work_group_copy(out + 16 * get_group_id(0), block, 16, 0);\n"
    "  wait_group_events(1, &e);\n"
    "}\n"
    "kernel void branches(global int* a) {\n"
    "  int i = get_global_id(0), n = 0;\n"
    "  for (int x = i; x > 0; x /= 3) { if (x % 2) n += x; else if (x % 3 == 0) n -= 1; }\n"
    "  switch (i % 4) { case 0: n += 1000; break; case 1: n = -n; case 2: n *= 2; default: ; }\n"
    "  a[i] = n;\n"
    "}\n"
    "kernel void calls(global int* a) { branches(a); a[get_global_id(0)] += 1; }\n"
    "constant int squares[4] = {0, 1, 4, 9};\n"
    "kernel void vectors(global int4* a) {\n"
    "  int4 v = a[get_global_id(0)];\n"
    "  a[get_global_id(0)] = v.wzyx + (int4)(squares[get_global_id(0) % 4]);\n"
    "}\n";

#define ITEMS 64

static cl_mem make_ints(const Session* s, const cl_int* values, size_t count) {
  return MADE(clCreateBuffer(s->context, CL_MEM_COPY_HOST_PTR, count * sizeof *values,
                             (void*)values, &code));
}

/// A kernel over 64 ints that are 0, 1, 2 and so on, in groups of 16.
static void transform(const Session* s, cl_program program, const char* name, size_t items,
                      int with_local) {
  cl_int values[ITEMS], back[ITEMS];
  for (int i = 0; i < ITEMS; ++i) values[i] = i;
  cl_mem a = make_ints(s, values, ITEMS);
  cl_kernel kernel = MADE(clCreateKernel(program, name, &code));
  OK(clSetKernelArg(kernel, 0, sizeof a, &a));
  if (with_local) OK(clSetKernelArg(kernel, 1, 16 * sizeof(cl_int), NULL));
  run_kernel(s, kernel, items, 16);
  read_buffer(s, a, sizeof back, back);
  print_ints(name, back, ITEMS);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(a));
}

static void two_buffers(const Session* s, cl_program program, const char* name, size_t results,
                        int with_local) {
  cl_int values[ITEMS], back[ITEMS];
  for (int i = 0; i < ITEMS; ++i) values[i] = i * i;
  cl_mem in = make_ints(s, values, ITEMS), out = make_buffer(s, sizeof back);
  cl_kernel kernel = MADE(clCreateKernel(program, name, &code));
  OK(clSetKernelArg(kernel, 0, sizeof in, &in));
  OK(clSetKernelArg(kernel, 1, sizeof out, &out));
  if (with_local) OK(clSetKernelArg(kernel, 2, 16 * sizeof(cl_int), NULL));
  run_kernel(s, kernel, ITEMS, 16);
  read_buffer(s, out, sizeof back, back);
  print_ints(name, back, results);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(in));
  OK(clReleaseMemObject(out));
}

static void atomics(const Session* s, cl_program program) {
  cl_int values[12] = {0, 0, 0, 0, 1000, -1000, -1, 0, 0, 20, 0, 0}, back[12];
  const cl_int zero = 0;
  cl_mem a = make_ints(s, values, 12), f = make_ints(s, &zero, 1);
  cl_kernel kernel = MADE(clCreateKernel(program, "atomics", &code));
  OK(clSetKernelArg(kernel, 0, sizeof a, &a));
  OK(clSetKernelArg(kernel, 1, sizeof f, &f));
  run_kernel(s, kernel, ITEMS, 16);
  read_buffer(s, a, sizeof back, back);
  // Which work-item exchanged is not known; only that one did.
  CHECK(back[9] >= 1000 && back[9] < 1000 + ITEMS);
  back[9] = 0;
  print_ints("atomics", back, 12);
  cl_float exchanged = 0;
  read_buffer(s, f, sizeof exchanged, &exchanged);
  CHECK(exchanged == 2.5f);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(a));
  OK(clReleaseMemObject(f));
}

static void doubles(const Session* s) {
  cl_device_fp_config config = 0;
  OK(clGetDeviceInfo(s->device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, NULL));
  if (config == 0) return;
  cl_kernel kernel = build_kernel(s,
                                  "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                                  "kernel void k(global double* a, double v) {\n"
                                  "  a[get_global_id(0)] = sqrt(v) + get_global_id(0) / 3.0;\n"
                                  "}\n",
                                  "k");
  cl_double v = 2.0, back[4];
  cl_mem out = make_buffer(s, sizeof back);
  OK(clSetKernelArg(kernel, 0, sizeof out, &out));
  OK(clSetKernelArg(kernel, 1, sizeof v, &v));
  run_kernel(s, kernel, 4, 4);
  read_buffer(s, out, sizeof back, back);
  for (int i = 0; i < 4; ++i) {
    const double error = back[i] - (1.4142135623730951 + i / 3.0);
    CHECK(error < 1e-15 && error > -1e-15);
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(out));
}

typedef struct {
  cl_int* first;
  cl_int* second;
  cl_int offset;
} NativeArgs;

static void CL_CALLBACK native(void* data) {
  NativeArgs* args = data;
  for (int i = 0; i < 4; ++i) args->second[i] = args->first[i] + args->offset;
}

/// The pointers in the copied arguments become those of the buffers.
static void native_kernel(const Session* s) {
  cl_device_exec_capabilities capabilities = 0;
  OK(clGetDeviceInfo(s->device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof capabilities,
                     &capabilities, NULL));
  cl_int values[4] = {1, 2, 3, 4}, back[4] = {11, 12, 13, 14};
  cl_mem buffers[2] = {make_ints(s, values, 4), make_buffer(s, sizeof back)};
  NativeArgs args = {NULL, NULL, 10};
  const void* places[2] = {&args.first, &args.second};
  if (capabilities & CL_EXEC_NATIVE_KERNEL) {
    cl_event event = NULL;
    OK(clEnqueueNativeKernel(s->queue, native, &args, sizeof args, 2, buffers, places, 0, NULL,
                             &event));
    args.offset = 99;  // the arguments were copied
    OK(clWaitForEvents(1, &event));
    read_buffer(s, buffers[1], sizeof back, back);
    OK(clReleaseEvent(event));
  } else {
    FAILS(CL_INVALID_OPERATION, clEnqueueNativeKernel(s->queue, native, &args, sizeof args, 2,
                                                      buffers, places, 0, NULL, NULL));
  }
  print_ints("native", back, 4);
  OK(clReleaseMemObject(buffers[0]));
  OK(clReleaseMemObject(buffers[1]));
}

int main(void) {
  Session s = open_session();
  cl_program program = build_program(&s, kSource, NULL);
  transform(&s, program, "reverse", ITEMS, 1);
  transform(&s, program, "branches", ITEMS, 0);
  transform(&s, program, "calls", ITEMS, 0);
  transform(&s, program, "vectors", ITEMS / 4, 0);
  two_buffers(&s, program, "sum", 4, 0);
  two_buffers(&s, program, "copies", ITEMS, 1);
  atomics(&s, program);
  doubles(&s);
  native_kernel(&s);
  OK(clReleaseProgram(program));
  return close_session(&s);
}
