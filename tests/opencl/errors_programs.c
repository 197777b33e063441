// SPDX-License-Identifier: Apache-2.0
// Refusals of programs and kernels: creation, building, compiling, linking, arguments.
#include "errors_fixture.h"

static const char* const kSource =
    "kernel void k(global int* a, int n, local int* scratch, float3 v) {\n"
    "  scratch[0] = n; a[0] = scratch[0] + (int)v.x;\n"
    "}\n";

static cl_program from_source(const Fixture* f) {
  const char* source = kSource;
  return MADE(clCreateProgramWithSource(f->own.context, 1, &source, NULL, &code));
}

static void CL_CALLBACK ignore(cl_program program, void* user) { (void)program, (void)user; }

static void create(const Fixture* f) {
  cl_context context = f->own.context;
  cl_device_id device = f->own.device, none = NULL;
  const char *source = kSource, *holes[] = {kSource, NULL};
  REFUSED(CL_INVALID_CONTEXT, clCreateProgramWithSource(NULL, 1, &source, NULL, &code));
  REFUSED(CL_INVALID_VALUE, clCreateProgramWithSource(context, 0, &source, NULL, &code));
  POCL_CRASHES(REFUSED(CL_INVALID_VALUE, clCreateProgramWithSource(context, 1, NULL, NULL, &code)));
  POCL_CRASHES(
      REFUSED(CL_INVALID_VALUE, clCreateProgramWithSource(context, 2, holes, NULL, &code)));

  const unsigned char garbage[64] = "this is not a program", *binary = garbage, *nothing = NULL;
  const size_t size = sizeof garbage, zero = 0;
  cl_int status = 99;
  REFUSED(CL_INVALID_CONTEXT,
          clCreateProgramWithBinary(NULL, 1, &device, &size, &binary, &status, &code));
  REFUSED(CL_INVALID_VALUE,
          clCreateProgramWithBinary(context, 0, &device, &size, &binary, NULL, &code));
  REFUSED(CL_INVALID_VALUE,
          clCreateProgramWithBinary(context, 1, NULL, &size, &binary, NULL, &code));
  POCL_CRASHES(REFUSED(CL_INVALID_VALUE,
                       clCreateProgramWithBinary(context, 1, &device, NULL, &binary, NULL, &code)));
  POCL_CRASHES(REFUSED(CL_INVALID_VALUE,
                       clCreateProgramWithBinary(context, 1, &device, &size, NULL, NULL, &code)));
  REFUSED(CL_INVALID_DEVICE,
          clCreateProgramWithBinary(context, 1, &none, &size, &binary, NULL, &code));
  REFUSED(CL_INVALID_VALUE,
          clCreateProgramWithBinary(context, 1, &device, &zero, &binary, &status, &code));
  pocl_differs("5.6.1: binary_status of a binary without bytes");
  EQUAL(CL_INVALID_VALUE, status);
  REFUSED(CL_INVALID_VALUE,
          clCreateProgramWithBinary(context, 1, &device, &size, &nothing, &status, &code));
  REFUSED(CL_INVALID_BINARY,
          clCreateProgramWithBinary(context, 1, &device, &size, &binary, &status, &code));
  EQUAL(CL_INVALID_BINARY, status);

  REFUSED(CL_INVALID_CONTEXT, clCreateProgramWithBuiltInKernels(NULL, 1, &device, "a", &code));
  POCL_CRASHES(REFUSED(CL_INVALID_VALUE,
                       clCreateProgramWithBuiltInKernels(context, 1, &device, NULL, &code)));
  REFUSED(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(context, 0, &device, "a", &code));
  REFUSED(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(context, 1, NULL, "a", &code));
  POCL_CRASHES(
      REFUSED(CL_INVALID_DEVICE, clCreateProgramWithBuiltInKernels(context, 1, &none, "a", &code)));
  FAILS(CL_INVALID_PROGRAM, clRetainProgram(NULL));
  FAILS(CL_INVALID_PROGRAM, clReleaseProgram(NULL));
  FAILS(CL_INVALID_PROGRAM, clGetProgramInfo(NULL, CL_PROGRAM_SOURCE, 0, NULL, NULL));
}

static const char* const wrong_options[] = {"-no-such-option", "-cl-no-such-option", "-D",
                                            "-cl-std=CL9.9", "-create-library"};

static void build(const Fixture* f) {
  cl_device_id device = f->own.device, none = NULL;
  cl_program program = from_source(f);
  int user = 0;
  FAILS(CL_INVALID_PROGRAM, clBuildProgram(NULL, 1, &device, NULL, NULL, NULL));
  FAILS(CL_INVALID_VALUE, clBuildProgram(program, 1, NULL, NULL, NULL, NULL));
  FAILS(CL_INVALID_VALUE, clBuildProgram(program, 0, &device, NULL, NULL, NULL));
  FAILS(CL_INVALID_VALUE, clBuildProgram(program, 1, &device, NULL, NULL, &user));
  POCL_CRASHES(FAILS(CL_INVALID_DEVICE, clBuildProgram(program, 1, &none, NULL, NULL, NULL)));
  for (size_t i = 0; i < COUNT(wrong_options); ++i) {
    POCL_CRASHES(FAILS(CL_INVALID_BUILD_OPTIONS,
                       clBuildProgram(program, 1, &device, wrong_options[i], NULL, NULL)));
  }
  FAILS(CL_INVALID_DEVICE,
        clGetProgramBuildInfo(program, NULL, CL_PROGRAM_BUILD_STATUS, 0, NULL, NULL));
  FAILS(CL_INVALID_PROGRAM,
        clGetProgramBuildInfo(NULL, device, CL_PROGRAM_BUILD_STATUS, 0, NULL, NULL));
  OK(clBuildProgram(program, 1, &device, NULL, NULL, NULL));
  // Kernels keep their program as it is.
  cl_kernel kernel = MADE(clCreateKernel(program, "k", &code));
  FAILS(CL_INVALID_OPERATION, clBuildProgram(program, 1, &device, "-w", NULL, NULL));
  FAILS(CL_INVALID_OPERATION,
        clCompileProgram(program, 1, &device, NULL, 0, NULL, NULL, NULL, NULL));
  OK(clReleaseKernel(kernel));
  OK(clBuildProgram(program, 1, &device, "-w", NULL, NULL));
  OK(clReleaseProgram(program));
}

static void compile_and_link(const Fixture* f) {
  cl_context context = f->own.context;
  cl_device_id device = f->own.device, none = NULL;
  cl_program program = from_source(f), header = from_source(f), no_program = NULL;
  const char *name = "header.h", *no_name = NULL;
  int user = 0;
#define COMPILE(...) clCompileProgram(__VA_ARGS__)
  FAILS(CL_INVALID_PROGRAM, COMPILE(NULL, 1, &device, "", 0, NULL, NULL, NULL, NULL));
  FAILS(CL_INVALID_VALUE, COMPILE(program, 1, NULL, "", 0, NULL, NULL, NULL, NULL));
  FAILS(CL_INVALID_VALUE, COMPILE(program, 0, &device, "", 0, NULL, NULL, NULL, NULL));
  POCL_CRASHES(FAILS(CL_INVALID_DEVICE, COMPILE(program, 1, &none, "", 0, NULL, NULL, NULL, NULL)));
  FAILS(CL_INVALID_VALUE, COMPILE(program, 1, &device, "", 0, NULL, NULL, NULL, &user));
  pocl_differs("5.6.5: headers without a count");
  FAILS(CL_INVALID_VALUE, COMPILE(program, 1, &device, "", 0, &header, NULL, NULL, NULL));
  pocl_differs("5.6.5: names without a count");
  FAILS(CL_INVALID_VALUE, COMPILE(program, 1, &device, "", 0, NULL, &name, NULL, NULL));
  POCL_CRASHES(
      FAILS(CL_INVALID_VALUE, COMPILE(program, 1, &device, "", 1, NULL, &name, NULL, NULL)));
  POCL_CRASHES(
      FAILS(CL_INVALID_VALUE, COMPILE(program, 1, &device, "", 1, &header, NULL, NULL, NULL)));
  POCL_CRASHES(FAILS(CL_INVALID_PROGRAM,
                     COMPILE(program, 1, &device, "", 1, &no_program, &name, NULL, NULL)));
  POCL_CRASHES(
      FAILS(CL_INVALID_VALUE, COMPILE(program, 1, &device, "", 1, &header, &no_name, NULL, NULL)));
  for (size_t i = 0; i < COUNT(wrong_options); ++i) {
    POCL_CRASHES(FAILS(CL_INVALID_COMPILER_OPTIONS,
                       COMPILE(program, 1, &device, wrong_options[i], 0, NULL, NULL, NULL, NULL)));
  }
  OK(COMPILE(program, 1, &device, "", 0, NULL, NULL, NULL, NULL));
#define LINK(...) clLinkProgram(__VA_ARGS__)
  REFUSED(CL_INVALID_CONTEXT, LINK(NULL, 1, &device, "", 1, &program, NULL, NULL, &code));
  REFUSED(CL_INVALID_VALUE, LINK(context, 1, NULL, "", 1, &program, NULL, NULL, &code));
  REFUSED(CL_INVALID_VALUE, LINK(context, 0, &device, "", 1, &program, NULL, NULL, &code));
  REFUSED(CL_INVALID_VALUE, LINK(context, 1, &device, "", 0, NULL, NULL, NULL, &code));
  REFUSED(CL_INVALID_VALUE, LINK(context, 1, &device, "", 1, NULL, NULL, NULL, &code));
  REFUSED(CL_INVALID_VALUE, LINK(context, 1, &device, "", 0, &program, NULL, NULL, &code));
  REFUSED(CL_INVALID_VALUE, LINK(context, 1, &device, "", 1, &program, NULL, &user, &code));
  POCL_CRASHES(REFUSED(CL_INVALID_PROGRAM,
                       LINK(context, 1, &device, "", 1, &no_program, NULL, NULL, &code)));
  POCL_CRASHES(
      REFUSED(CL_INVALID_DEVICE, LINK(context, 1, &none, "", 1, &program, NULL, NULL, &code)));
  pocl_differs("5.6.5.2: wrong options come as failures of the linker");
  REFUSED(CL_INVALID_LINKER_OPTIONS,
          LINK(context, 1, &device, "-no-such-option", 1, &program, NULL, NULL, &code));
  // A linked program has neither source nor binary that could be built.
  cl_program linked = MADE(LINK(context, 1, &device, "", 1, &program, ignore, &user, &code));
  FAILS(CL_INVALID_OPERATION, COMPILE(linked, 1, &device, "", 0, NULL, NULL, NULL, NULL));
  OK(clReleaseProgram(linked));
  OK(clReleaseProgram(program));
  OK(clReleaseProgram(header));
}

static void kernels(const Fixture* f) {
  cl_program program = from_source(f);
  cl_kernel kernel = NULL;
  cl_uint count = 0;
  REFUSED(CL_INVALID_PROGRAM, clCreateKernel(NULL, "k", &code));
  REFUSED(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(program, "k", &code));
  FAILS(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernelsInProgram(program, 1, &kernel, &count));
  OK(clBuildProgram(program, 1, &f->own.device, NULL, NULL, NULL));
  REFUSED(CL_INVALID_VALUE, clCreateKernel(program, NULL, &code));
  REFUSED(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "", &code));
  REFUSED(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "no_such", &code));
  FAILS(CL_INVALID_PROGRAM, clCreateKernelsInProgram(NULL, 1, &kernel, &count));
  FAILS(CL_INVALID_VALUE, clCreateKernelsInProgram(program, 0, &kernel, NULL));
  FAILS(CL_INVALID_KERNEL, clRetainKernel(NULL));
  FAILS(CL_INVALID_KERNEL, clReleaseKernel(NULL));
  FAILS(CL_INVALID_KERNEL, clGetKernelInfo(NULL, CL_KERNEL_NUM_ARGS, 0, NULL, NULL));
  FAILS(CL_INVALID_KERNEL, clGetKernelArgInfo(NULL, 0, CL_KERNEL_ARG_NAME, 0, NULL, NULL));
  FAILS(CL_INVALID_KERNEL,
        clGetKernelWorkGroupInfo(NULL, f->own.device, CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, NULL));
  OK(clReleaseProgram(program));
}

static void arguments(const Fixture* f) {
  cl_kernel k = build_kernel(&f->own, kSource, "k");
  cl_int n = 1;
  cl_float4 v = {{0, 0, 0, 0}};
  FAILS(CL_INVALID_KERNEL, clSetKernelArg(NULL, 0, sizeof n, &n));
  FAILS(CL_INVALID_ARG_INDEX, clSetKernelArg(k, 4, sizeof n, &n));
  FAILS(CL_INVALID_ARG_INDEX, clSetKernelArg(k, (cl_uint)-1, sizeof n, &n));
  FAILS(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 0, sizeof(cl_mem) - 1, &f->buffer));
  FAILS(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 0, sizeof(cl_mem) + 1, &f->buffer));
  pocl_differs("5.7.2: a smaller size");
  FAILS(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 1, sizeof n - 1, &n));
  FAILS(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 1, 2 * sizeof n, &v));
  FAILS(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 1, 0, &n));
  FAILS(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 2, 0, NULL));
  pocl_differs("5.7.2: a smaller size");
  FAILS(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 3, 12, &v));
  FAILS(CL_INVALID_ARG_VALUE, clSetKernelArg(k, 1, sizeof n, NULL));
  FAILS(CL_INVALID_ARG_VALUE, clSetKernelArg(k, 3, sizeof v, NULL));
  FAILS(CL_INVALID_ARG_VALUE, clSetKernelArg(k, 2, 16, &n));
  OK(clReleaseKernel(k));
}

int main(void) {
  Fixture f;
  open_fixture(&f);
  create(&f);
  build(&f);
  compile_and_link(&f);
  kernels(&f);
  arguments(&f);
  return close_fixture(&f);
}
