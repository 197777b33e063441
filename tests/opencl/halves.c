// SPDX-License-Identifier: Apache-2.0
// cl_khr_fp16: what the device says of halves, and kernels that compute with them. On a device
// without them: that nothing says otherwise.
#include "opencl_test.h"

static const char* source =
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "#ifndef cl_khr_fp16\n#error no halves\n#endif\n"
    "kernel void saxpy(global half* y, global const half* x, half a) {\n"
    "  const size_t i = get_global_id(0);\n"
    "  y[i] = a * x[i] + y[i];\n"
    "}\n"
    "kernel void lengths(global half* out, global const half4* x, half4 scale) {\n"
    "  const size_t i = get_global_id(0);\n"
    "  out[i] = sqrt(dot(x[i] * scale, x[i] * scale)) + 0.5h;\n"
    "}\n";

/// Halves of whole numbers and quarters that are no larger than 511.
static cl_half half_of(double value) {
  const cl_half sign = value < 0 ? 0x8000 : 0;
  const double size = value < 0 ? -value : value;
  if (size == 0) return sign;
  int exponent = 0;
  while (size >= (double)(2 << exponent)) ++exponent;
  const double base = size >= 1 ? (double)(1 << exponent) : size >= 0.5 ? 0.5 : 0.25;
  const int biased = 15 + (size >= 1 ? exponent : size >= 0.5 ? -1 : -2);
  return (cl_half)(sign | biased << 10 | (int)((size / base - 1) * 1024));
}

static void query_device(const Session* s, int there) {
  cl_device_fp_config config = 0;
  cl_uint native = 9, preferred = 9;
  QUERY(config, clGetDeviceInfo, s->device, CL_DEVICE_HALF_FP_CONFIG);
  QUERY(native, clGetDeviceInfo, s->device, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF);
  QUERY(preferred, clGetDeviceInfo, s->device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF);
  EQUAL(there ? 1 : 0, native);
  EQUAL(there ? 1 : 0, preferred);
  const cl_device_fp_config least = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
  EQUAL(there ? least : 0, config & least);
  printf("halves: %d, with subnormal numbers: %d, in software: %d\n", there,
         (config & CL_FP_DENORM) != 0, (config & CL_FP_SOFT_FLOAT) != 0);
}

static void add_up(const Session* s, cl_program program) {
  enum { ITEMS = 48 };
  cl_half x[ITEMS], y[ITEMS];
  const cl_half a = half_of(1.5), wrong[2] = {0, 0};
  for (int i = 0; i < ITEMS; ++i) {
    x[i] = half_of(i - 20);
    y[i] = half_of(0.25 * i);
  }
  cl_kernel saxpy = MADE(clCreateKernel(program, "saxpy", &code));
  cl_mem xs = make_buffer(s, sizeof x), ys = make_buffer(s, sizeof y);
  write_buffer(s, xs, sizeof x, x);
  write_buffer(s, ys, sizeof y, y);
  OK(clSetKernelArg(saxpy, 0, sizeof ys, &ys));
  OK(clSetKernelArg(saxpy, 1, sizeof xs, &xs));
  FAILS(CL_INVALID_ARG_SIZE, clSetKernelArg(saxpy, 2, sizeof wrong, wrong));
  OK(clSetKernelArg(saxpy, 2, sizeof a, &a));
  run_kernel(s, saxpy, ITEMS, 16);
  read_buffer(s, ys, sizeof y, y);
  for (int i = 0; i < ITEMS; ++i) EQUAL(half_of(1.5 * (i - 20) + 0.25 * i), y[i]);
  printf("the last sum: %#x\n", y[ITEMS - 1]);
  OK(clReleaseKernel(saxpy));
  OK(clReleaseMemObject(xs));
  OK(clReleaseMemObject(ys));
}

/// Vectors (2k, 3k, 6k, 0) have the length 7k.
static void measure(const Session* s, cl_program program) {
  enum { ITEMS = 20 };
  cl_half x[4 * ITEMS], out[ITEMS];
  const cl_half scale[] = {half_of(2), half_of(3), half_of(-6), half_of(0.25)};
  for (int i = 0; i < ITEMS; ++i) {
    for (int k = 0; k < 4; ++k) x[4 * i + k] = half_of(k == 3 ? 0 : i);
  }
  cl_kernel lengths = MADE(clCreateKernel(program, "lengths", &code));
  cl_mem xs = make_buffer(s, sizeof x), outs = make_buffer(s, sizeof out);
  write_buffer(s, xs, sizeof x, x);
  OK(clSetKernelArg(lengths, 0, sizeof outs, &outs));
  OK(clSetKernelArg(lengths, 1, sizeof xs, &xs));
  OK(clSetKernelArg(lengths, 2, sizeof scale, scale));
  run_kernel(s, lengths, ITEMS, 5);
  read_buffer(s, outs, sizeof out, out);
  for (int i = 0; i < ITEMS; ++i) EQUAL(half_of(7 * i + 0.5), out[i]);
  printf("the last length: %#x\n", out[ITEMS - 1]);
  OK(clReleaseKernel(lengths));
  OK(clReleaseMemObject(xs));
  OK(clReleaseMemObject(outs));
}

int main(void) {
  const Session s = open_session();
  static char extensions[4096];
  QUERY_TEXT(extensions, clGetDeviceInfo, s.device, CL_DEVICE_EXTENSIONS);
  const int there = strstr(extensions, "cl_khr_fp16") != NULL;
  query_device(&s, there);
  if (there) {
    cl_program program = build_program(&s, source, "-Werror");
    add_up(&s, program);
    measure(&s, program);
    OK(clReleaseProgram(program));
  }
  return close_session(&s);
}
