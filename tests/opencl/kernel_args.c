// SPDX-License-Identifier: Apache-2.0
// Kernel arguments of every kind: scalars, vectors, structs, memory objects, local memory.
#include "opencl_test.h"

#define OUT 128

/// Sets the value as argument 1 of the kernel, runs it, reads `bytes` bytes back.
static void echo(const Session* s, cl_program program, const char* name, const void* value,
                 size_t size, void* back, size_t bytes) {
  cl_kernel kernel = MADE(clCreateKernel(program, name, &code));
  cl_mem out = make_buffer(s, OUT);
  const unsigned char fill = 0xEE;
  OK(clEnqueueFillBuffer(s->queue, out, &fill, 1, 0, OUT, 0, NULL, NULL));
  OK(clSetKernelArg(kernel, 0, sizeof out, &out));
  OK(clSetKernelArg(kernel, 1, size, value));
  run_kernel(s, kernel, 1, 1);
  read_buffer(s, out, bytes, back);
  OK(clReleaseMemObject(out));
  OK(clReleaseKernel(kernel));
}

typedef struct {
  const char* type;
  size_t bytes;
} Scalar;

static const Scalar scalars[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},
                                 {"uint", 4}, {"long", 8},  {"ulong", 8}, {"float", 4}};
static const int widths[] = {1, 2, 3, 4, 8, 16};

/// Every scalar and vector type; a kernel stores what it got. A vec3 takes the place of four.
static void scalars_and_vectors(const Session* s) {
  unsigned char value[OUT], back[OUT];
  for (size_t i = 0; i < OUT; ++i) value[i] = (unsigned char)(i + 1);
  static char source[16384];
  size_t end = 0;
  for (size_t t = 0; t < COUNT(scalars); ++t) {
    for (size_t w = 0; w < COUNT(widths); ++w) {
      const char* type = scalars[t].type;
      char width[12] = "", store[64] = "a[0] = v;";
      if (widths[w] > 1) {
        snprintf(width, sizeof width, "%d", widths[w]);
        snprintf(store, sizeof store, "vstore%d(v, 0, a);", widths[w]);
      }
      end += snprintf(source + end, sizeof source - end,
                      "kernel void k_%s%d(global %s* a, %s%s v) { %s }\n", type, widths[w], type,
                      type, width, store);
    }
  }
  cl_program program = build_program(s, source, NULL);
  for (size_t t = 0; t < COUNT(scalars); ++t) {
    for (size_t w = 0; w < COUNT(widths); ++w) {
      char name[32];
      snprintf(name, sizeof name, "k_%s%d", scalars[t].type, widths[w]);
      const size_t bytes = scalars[t].bytes * widths[w];
      const size_t size = widths[w] == 3 ? scalars[t].bytes * 4 : bytes;
      echo(s, program, name, value, size, back, sizeof back);
      CHECK(memcmp(value, back, bytes) == 0);
      CHECK(bytes == OUT || back[bytes] == 0xEE);
    }
  }
  OK(clReleaseProgram(program));
  printf("%d types\n", (int)(COUNT(scalars) * COUNT(widths)));
}

typedef struct {
  cl_char a;
  cl_int b;
  cl_short c;
  cl_long d;
  cl_float4 e;
  cl_uchar f[5];
} Mixed;

static void structs(const Session* s) {
  cl_program program = build_program(
      s,
      "typedef struct { char a; int b; short c; long d; float4 e; uchar f[5]; } Mixed;\n"
      "typedef union { int i; float f; } Either;\n"
      "typedef enum { RED = 1, GREEN = 2 } Colour;\n"
      "kernel void mixed(global int* a, Mixed m) {\n"
      "  a[0] = m.a; a[1] = m.b; a[2] = m.c; a[3] = (int)m.d; a[4] = (int)(m.d >> 32);\n"
      "  a[5] = (int)m.e.x; a[6] = (int)m.e.w; a[7] = m.f[0]; a[8] = m.f[4]; a[9] = sizeof m;\n"
      "}\n"
      "kernel void either(global int* a, Either e) { a[0] = (int)e.f; }\n"
      "kernel void colour(global int* a, Colour c) { a[0] = c == GREEN; }\n",
      NULL);
  Mixed mixed = {-1, -70000, 300, 0x0000000500000006, {{1.5f, 0, 0, -9.0f}}, {201, 0, 0, 0, 205}};
  cl_int back[10];
  echo(s, program, "mixed", &mixed, sizeof mixed, back, sizeof back);
  EQUAL(sizeof mixed, back[9]);
  print_ints("struct", back, 10);
  const cl_float f = 17.25f;
  echo(s, program, "either", &f, sizeof f, back, sizeof back[0]);
  print_ints("union", back, 1);
  const cl_uint green = 2;
  echo(s, program, "colour", &green, sizeof green, back, sizeof back[0]);
  print_ints("enum", back, 1);
  OK(clReleaseProgram(program));
}

/// Buffers, sub-buffers, NULL buffers, constant memory and several local blocks in one kernel.
static void memory(const Session* s) {
  cl_kernel kernel = build_kernel(
      s,
      "kernel void k(global int* out, global const int* in, constant int* table,\n"
      "              local int* x, local int* y, global int* maybe, constant int* none) {\n"
      "  int i = get_local_id(0);\n"
      "  x[i] = in[i]; y[i] = table[i];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[i] = x[3 - i] * 100 + y[3 - i];\n"
      "  if (maybe) maybe[i] = i + 1;\n"
      "  if (none) out[i] = -1;\n"
      "}\n",
      "k");
  cl_uint bits = 0;
  OK(clGetDeviceInfo(s->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
  const cl_buffer_region region = {bits / 8, 64};
  const cl_int in[4] = {1, 2, 3, 4}, table[4] = {50, 60, 70, 80};
  cl_mem whole = make_buffer(s, 2 * region.origin + 64);
  cl_mem part = MADE(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  cl_mem constants = MADE(clCreateBuffer(s->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                         sizeof table, (void*)table, &code));
  cl_mem out = make_buffer(s, 64), null = NULL, maybe = make_buffer(s, 64);
  OK(clEnqueueWriteBuffer(s->queue, whole, CL_TRUE, region.origin, sizeof in, in, 0, NULL, NULL));
  OK(clSetKernelArg(kernel, 0, sizeof out, &out));
  OK(clSetKernelArg(kernel, 1, sizeof part, &part));
  OK(clSetKernelArg(kernel, 2, sizeof constants, &constants));
  OK(clSetKernelArg(kernel, 3, 4 * sizeof(cl_int), NULL));
  OK(clSetKernelArg(kernel, 4, 16 * sizeof(cl_int), NULL));
  OK(clSetKernelArg(kernel, 5, sizeof null, &null));
  OK(clSetKernelArg(kernel, 6, sizeof null, NULL));
  run_kernel(s, kernel, 4, 4);
  cl_int back[4];
  read_buffer(s, out, sizeof back, back);
  print_ints("memory", back, 4);
  OK(clSetKernelArg(kernel, 5, sizeof maybe, &maybe));
  run_kernel(s, kernel, 4, 4);
  read_buffer(s, maybe, sizeof back, back);
  print_ints("not null", back, 4);
  cl_mem all[] = {part, whole, constants, out, maybe};
  for (size_t i = 0; i < COUNT(all); ++i) OK(clReleaseMemObject(all[i]));
  OK(clReleaseKernel(kernel));
}

/// Arguments are read when the kernel is enqueued, and stay set.
static void set_again(const Session* s) {
  cl_kernel kernel =
      build_kernel(s, "kernel void k(global int* a, int at, int v) { a[at] = v; }", "k");
  cl_mem out = make_buffer(s, 5 * sizeof(cl_int));
  const cl_int zero = 0;
  OK(clEnqueueFillBuffer(s->queue, out, &zero, 4, 0, 20, 0, NULL, NULL));
  const size_t one = 1;
  cl_event start = MADE(clCreateUserEvent(s->context, &code));
  cl_int value = 7;
  OK(clSetKernelArg(kernel, 0, sizeof out, &out));
  OK(clSetKernelArg(kernel, 2, sizeof value, &value));
  for (cl_int at = 0; at < 5; ++at) {
    OK(clSetKernelArg(kernel, 1, sizeof at, &at));
    if (at == 3) value = 8, OK(clSetKernelArg(kernel, 2, sizeof value, &value));
    OK(clEnqueueNDRangeKernel(s->queue, kernel, 1, NULL, &one, &one, at == 0, at ? NULL : &start,
                              NULL));
  }
  // A refused argument leaves the old one, and what was enqueued keeps its own.
  FAILS(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 2, 8, &value));
  OK(clSetUserEventStatus(start, CL_COMPLETE));
  cl_int back[5];
  read_buffer(s, out, sizeof back, back);
  print_ints("set again", back, 5);
  OK(clReleaseEvent(start));
  OK(clReleaseMemObject(out));
  OK(clReleaseKernel(kernel));
}

/// Two kernel objects of one function have their own arguments.
static void two_objects(const Session* s) {
  cl_program program = build_program(s, "kernel void k(global int* a, int v) { a[0] += v; }", "");
  cl_kernel kernels[2];
  cl_mem out = make_buffer(s, sizeof(cl_int));
  cl_int zero = 0, back = 0;
  write_buffer(s, out, sizeof zero, &zero);
  for (cl_int i = 0; i < 2; ++i) {
    const cl_int value = i == 0 ? 3 : 50;
    kernels[i] = MADE(clCreateKernel(program, "k", &code));
    OK(clSetKernelArg(kernels[i], 0, sizeof out, &out));
    OK(clSetKernelArg(kernels[i], 1, sizeof value, &value));
  }
  for (int i = 0; i < 3; ++i) run_kernel(s, kernels[i % 2], 1, 1);
  read_buffer(s, out, sizeof back, &back);
  print_ints("two kernel objects", &back, 1);
  OK(clReleaseKernel(kernels[0]));
  OK(clReleaseKernel(kernels[1]));
  OK(clReleaseMemObject(out));
  OK(clReleaseProgram(program));
}

int main(void) {
  Session s = open_session();
  scalars_and_vectors(&s);
  structs(&s);
  memory(&s);
  set_again(&s);
  two_objects(&s);
  return close_session(&s);
}
