// SPDX-License-Identifier: Apache-2.0
// Large and awkward sizes: full work-groups, long ranges, big arguments, much memory.
#include "opencl_test.h"

static const char* const kSource =
    "kernel void rotate_group(global int* a, local int* block) {\n"
    "  int i = get_local_id(0), n = get_local_size(0);\n"
    "  block[i] = get_global_id(0);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  a[get_global_id(0)] = block[(i + 1) % n];\n"
    "}\n"
    "kernel void mark(global int* a) { a[get_global_id(0)] += get_global_id(0) ^ 0x55; }\n"
    "typedef struct { int v[240]; } Big;\n"
    "kernel void big(global int* a, Big b) {\n"
    "  int sum = 0;\n"
    "  for (int i = 0; i < 240; ++i) sum += b.v[i];\n"
    "  a[0] = sum; a[1] = b.v[239];\n"
    "}\n"
    "kernel void aligned(global int* a, local char* c, local int* i, local long16* l,\n"
    "                    local char* d, local float4* f) {\n"
    "  a[0] = ((uintptr_t)i % 4) + ((uintptr_t)l % 128) + ((uintptr_t)f % 16);\n"
    "  a[1] = (local char*)i >= c + 3 || c >= (local char*)(i + 1);\n"
    "  l[0] = (long16)(7); f[0] = (float4)(2.0f); c[2] = 1; d[0] = 4; i[0] = 5;\n"
    "  a[2] = (int)l[0].sf + (int)f[0].w + c[2] + d[0] + i[0];\n"
    "}\n";

static size_t group_limit(const Session* s, cl_kernel kernel) {
  size_t limit = 0;
  OK(clGetKernelWorkGroupInfo(kernel, s->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit,
                              NULL));
  return limit;
}

/// Groups as large as the kernel may have them, all of whose work-items meet.
static void full_groups(const Session* s, cl_program program) {
  cl_kernel kernel = MADE(clCreateKernel(program, "rotate_group", &code));
  const size_t local = group_limit(s, kernel), global = 3 * local;
  cl_mem out = make_buffer(s, global * sizeof(cl_int));
  cl_int* back = malloc(global * sizeof *back);
  OK(clSetKernelArg(kernel, 0, sizeof out, &out));
  OK(clSetKernelArg(kernel, 1, local * sizeof(cl_int), NULL));
  run_kernel(s, kernel, global, local);
  read_buffer(s, out, global * sizeof *back, back);
  for (size_t i = 0; i < global; ++i) {
    EQUAL(i / local * local + (i % local + 1) % local, back[i]);
  }
  // The same group as a cube, if it is one of 2 x 2 x n.
  const size_t cube[3] = {2, 2, local / 4};
  if (local % 4 == 0) {
    OK(clEnqueueNDRangeKernel(s->queue, kernel, 3, NULL, cube, cube, 0, NULL, NULL));
    OK(clFinish(s->queue));
  }
  free(back);
  OK(clReleaseMemObject(out));
  OK(clReleaseKernel(kernel));
}

/// Ranges whose sizes have no helpful divisors.
static void long_ranges(const Session* s, cl_program program) {
  const size_t sizes[] = {1009, 4999, 9973};
  cl_kernel kernel = MADE(clCreateKernel(program, "mark", &code));
  for (size_t i = 0; i < COUNT(sizes); ++i) {
    const cl_int base = 1000;
    const size_t bytes = sizes[i] * sizeof(cl_int);
    cl_mem out = make_buffer(s, bytes);
    cl_int* back = malloc(bytes);
    OK(clEnqueueFillBuffer(s->queue, out, &base, sizeof base, 0, bytes, 0, NULL, NULL));
    OK(clSetKernelArg(kernel, 0, sizeof out, &out));
    run_kernel(s, kernel, sizes[i], 0);
    read_buffer(s, out, bytes, back);
    long long sum = 0;
    for (size_t k = 0; k < sizes[i]; ++k) {
      EQUAL(base + (cl_int)(k ^ 0x55), back[k]);
      sum += back[k];
    }
    printf("%zu work-items: %lld\n", sizes[i], sum);
    free(back);
    OK(clReleaseMemObject(out));
  }
  OK(clReleaseKernel(kernel));
}

static void big_arguments(const Session* s, cl_program program) {
  cl_int values[240], back[3] = {0};
  for (int i = 0; i < 240; ++i) values[i] = i * 3;
  cl_mem out = make_buffer(s, sizeof back);
  cl_kernel kernel = MADE(clCreateKernel(program, "big", &code));
  OK(clSetKernelArg(kernel, 0, sizeof out, &out));
  OK(clSetKernelArg(kernel, 1, sizeof values, values));
  run_kernel(s, kernel, 1, 1);
  read_buffer(s, out, 2 * sizeof(cl_int), back);
  print_ints("big argument", back, 2);
  OK(clReleaseKernel(kernel));

  const size_t bytes[] = {3, 4, 128, 1, 16};
  kernel = MADE(clCreateKernel(program, "aligned", &code));
  OK(clSetKernelArg(kernel, 0, sizeof out, &out));
  for (cl_uint i = 0; i < COUNT(bytes); ++i) OK(clSetKernelArg(kernel, i + 1, bytes[i], NULL));
  run_kernel(s, kernel, 1, 1);
  read_buffer(s, out, sizeof back, back);
  print_ints("aligned local memory", back, 3);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(out));
}

/// A few megabytes there and back.
static void large_transfers(const Session* s) {
  const size_t bytes = (8u << 20) + 12, count = bytes / sizeof(cl_uint);
  cl_uint *data = malloc(bytes), *back = malloc(bytes);
  for (size_t i = 0; i < count; ++i) data[i] = (cl_uint)i * 2654435761u;
  cl_mem a = make_buffer(s, bytes), b = make_buffer(s, bytes);
  write_buffer(s, a, bytes, data);
  OK(clEnqueueCopyBuffer(s->queue, a, b, 0, 0, bytes, 0, NULL, NULL));
  read_buffer(s, b, bytes, back);
  CHECK(memcmp(data, back, bytes) == 0);
  OK(clReleaseMemObject(a));
  OK(clReleaseMemObject(b));
  free(data);
  free(back);
}

/// Buffers come and go: memory is found again, in whatever order it was given back.
static void many_buffers(const Session* s) {
  enum { kBuffers = 200 };
  cl_mem buffers[kBuffers];
  for (cl_int round = 0; round < 3; ++round) {
    for (cl_int i = 0; i < kBuffers; ++i) {
      buffers[i] = make_buffer(s, 4 + (size_t)(i * 37 + round) % 5000);
      write_buffer(s, buffers[i], sizeof i, &i);
    }
    for (cl_int i = 0; i < kBuffers; ++i) {
      const cl_int k = i * 77 % kBuffers;
      cl_int back = -1;
      read_buffer(s, buffers[k], sizeof back, &back);
      EQUAL(k, back);
      OK(clReleaseMemObject(buffers[k]));
    }
  }
}

/// All of the device's memory and more: refused in time, and usable again. Not on PoCL, which
/// would take the host's memory.
static void exhaust_memory(const Session* s) {
  cl_ulong most = 0, all = 0;
  OK(clGetDeviceInfo(s->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
  OK(clGetDeviceInfo(s->device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof all, &all, NULL));
  cl_mem buffers[64];
  size_t made = 0;
  cl_int result = CL_SUCCESS;
  const cl_int one = 1;
  for (; made < COUNT(buffers); ++made) {
    buffers[made] = clCreateBuffer(s->context, CL_MEM_READ_WRITE, most, NULL, &result);
    if (buffers[made] == NULL) break;
    // Memory may be taken at the first use only.
    result =
        clEnqueueWriteBuffer(s->queue, buffers[made], CL_TRUE, most - 4, 4, &one, 0, NULL, NULL);
    if (result != CL_SUCCESS) break;
  }
  CHECK(made >= 1 && made <= all / most);
  CHECK(result == CL_MEM_OBJECT_ALLOCATION_FAILURE || result == CL_OUT_OF_RESOURCES);
  if (made < COUNT(buffers) && buffers[made] != NULL) OK(clReleaseMemObject(buffers[made]));
  OK(clReleaseMemObject(buffers[0]));
  buffers[0] = make_buffer(s, most);
  write_buffer(s, buffers[0], sizeof one, &one);
  while (made > 0) OK(clReleaseMemObject(buffers[--made]));
}

int main(void) {
  Session s = open_session();
  cl_program program = build_program(&s, kSource, NULL);
  full_groups(&s, program);
  long_ranges(&s, program);
  big_arguments(&s, program);
  large_transfers(&s);
  many_buffers(&s);
  if (!on_pocl) exhaust_memory(&s);
  OK(clReleaseProgram(program));
  return close_session(&s);
}
