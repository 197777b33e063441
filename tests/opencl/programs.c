// SPDX-License-Identifier: Apache-2.0
// Programs from source: strings, options, logs, queries, binaries, callbacks.
#include "opencl_test.h"

static cl_int built_result(const Session* s, const char* source, const char* options) {
  cl_program program = build_program(s, source, options);
  const cl_int value = result_of(s, program, "k");
  OK(clReleaseProgram(program));
  return value;
}

static void several_strings(const Session* s) {
  const char* parts[] = {"kernel void k(glo", "bal int* a) {\nXXX", "  a[0] = 12", "345; }YYY"};
  const size_t lengths[] = {17, 14, 0, 6};
  cl_program program = MADE(clCreateProgramWithSource(s->context, 4, parts, lengths, &code));
  char source[256];
  QUERY_TEXT(source, clGetProgramInfo, program, CL_PROGRAM_SOURCE);
  SAME_TEXT("kernel void k(global int* a) {\n  a[0] = 12345; }", source);
  OK(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  printf("several strings: %d\n", result_of(s, program, "k"));
  OK(clReleaseProgram(program));
  const char* whole[] = {"kernel void k(global int* a) {", " a[0] = 6; }"};
  program = MADE(clCreateProgramWithSource(s->context, 2, whole, NULL, &code));
  OK(clBuildProgram(program, 1, &s->device, "", NULL, NULL));
  printf("without lengths: %d\n", result_of(s, program, "k"));
  OK(clReleaseProgram(program));
}

static void options(const Session* s) {
  const char* defined =
      "#ifndef ADD\n#define ADD 0\n#endif\n"
      "kernel void k(global int* a) { a[0] = X + ADD; }";
  printf("defined: %d\n", built_result(s, defined, "-D X=20"));
  printf("defined: %d\n", built_result(s, defined, "-DX=30 -D ADD"));
  printf("defined: %d\n", built_result(s, defined, "  -D X=(40+1)   -DADD=5 "));
  const char* plain = "kernel void k(global int* a) { a[0] = 8; }";
  const char* accepted[] = {"-cl-single-precision-constant",
                            "-cl-denorms-are-zero",
                            "-cl-opt-disable",
                            "-cl-mad-enable",
                            "-cl-no-signed-zeros",
                            "-cl-unsafe-math-optimizations",
                            "-cl-finite-math-only",
                            "-cl-fast-relaxed-math",
                            "-cl-std=CL1.1",
                            "-cl-std=CL1.2",
                            "-cl-kernel-arg-info",
                            "-w",
                            "-Werror",
                            "-cl-mad-enable -cl-fast-relaxed-math -w -cl-std=CL1.2"};
  for (size_t i = 0; i < COUNT(accepted); ++i) EQUAL(8, built_result(s, plain, accepted[i]));
  const char* version = "kernel void k(global int* a) { a[0] = __OPENCL_C_VERSION__; }";
  printf("version: %d %d\n", built_result(s, version, "-cl-std=CL1.1"),
         built_result(s, version, "-cl-std=CL1.2"));
  const char* relaxed =
      "kernel void k(global int* a) {\n#ifdef __FAST_RELAXED_MATH__\na[0] = 1;\n#else\n"
      "a[0] = 0;\n#endif\n}";
  printf("relaxed: %d %d\n", built_result(s, relaxed, ""),
         built_result(s, relaxed, "-cl-fast-relaxed-math"));
}

static void include_folder(const Session* s) {
  char folder[] = "/tmp/opencl-include-XXXXXX", path[64], option[64];
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/number.h", folder);
  snprintf(option, sizeof option, "-I %s", folder);
  FILE* file = fopen(path, "w");
  CHECK(file != NULL);
  fputs("#define NUMBER 77\n", file);
  fclose(file);
  const char* source = "#include \"number.h\"\nkernel void k(global int* a) { a[0] = NUMBER; }";
  printf("included: %d\n", built_result(s, source, option));
  remove(path);
  rmdir(folder);
}

static cl_build_status status_of(const Session* s, cl_program program) {
  cl_build_status status = 1;
  QUERY(status, clGetProgramBuildInfo, program, s->device, CL_PROGRAM_BUILD_STATUS);
  return status;
}

/// Warnings are not errors unless -Werror says so.
static void warnings(const Session* s) {
  const char* source = "#warning attention\nkernel void k(global int* a) { a[0] = 1; }";
  cl_program program = MADE(clCreateProgramWithSource(s->context, 1, &source, NULL, &code));
  static char log[8192];
  OK(clBuildProgram(program, 1, &s->device, "", NULL, NULL));
  EQUAL(CL_BUILD_SUCCESS, status_of(s, program));
  OK(clBuildProgram(program, 1, &s->device, "-w -Werror", NULL, NULL));
  FAILS(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 1, &s->device, "-Werror", NULL, NULL));
  EQUAL(CL_BUILD_ERROR, status_of(s, program));
  QUERY_TEXT(log, clGetProgramBuildInfo, program, s->device, CL_PROGRAM_BUILD_LOG);
  CHECK(strstr(log, "attention") != NULL);
  char given[64];
  QUERY_TEXT(given, clGetProgramBuildInfo, program, s->device, CL_PROGRAM_BUILD_OPTIONS);
  SAME_TEXT("-Werror", given);
  OK(clReleaseProgram(program));
}

/// An error is logged with its line; the program can be built again, with other options.
static void failed_build(const Session* s) {
  const char* source =
      "kernel void k(global int* a) {\n"
      "  a[0] = 1;\n"
      "#ifdef BROKEN\n"
      "  a[0] = no_such_name;\n"
      "#endif\n"
      "}\n";
  cl_program program = MADE(clCreateProgramWithSource(s->context, 1, &source, NULL, &code));
  EQUAL(CL_BUILD_NONE, status_of(s, program));
  FAILS(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 1, &s->device, "-DBROKEN", NULL, NULL));
  EQUAL(CL_BUILD_ERROR, status_of(s, program));
  static char log[8192];
  QUERY_TEXT(log, clGetProgramBuildInfo, program, s->device, CL_PROGRAM_BUILD_LOG);
  CHECK(strstr(log, ":4:") != NULL);
  CHECK(strstr(log, "no_such_name") != NULL);
  REFUSED(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(program, "k", &code));
  OK(clBuildProgram(program, 1, &s->device, NULL, NULL, NULL));
  EQUAL(CL_BUILD_SUCCESS, status_of(s, program));
  printf("after a failed build: %d\n", result_of(s, program, "k"));
  OK(clReleaseProgram(program));
}

static void query_program(const Session* s) {
  const char* source =
      "kernel void one(global int* a) { a[0] = 1; }\n"
      "void helper(global int* a);\n"
      "void helper(global int* a) { a[0] = 2; }\n"
      "kernel void two(global int* a) { helper(a); }\n";
  cl_program program = MADE(clCreateProgramWithSource(s->context, 1, &source, NULL, &code));
  char text[512];
  size_t size = 99;
  pocl_differs("5.6.7: without a binary its size is zero");
  OK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  pocl_differs("5.6.7");
  EQUAL(0, size);
  FAILS(CL_INVALID_PROGRAM_EXECUTABLE,
        clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof size, &size, NULL));
  FAILS(CL_INVALID_PROGRAM_EXECUTABLE,
        clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL));
  cl_program_binary_type type = 9;
  QUERY(type, clGetProgramBuildInfo, program, s->device, CL_PROGRAM_BINARY_TYPE);
  EQUAL(CL_PROGRAM_BINARY_TYPE_NONE, type);
  OK(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  QUERY(type, clGetProgramBuildInfo, program, s->device, CL_PROGRAM_BINARY_TYPE);
  EQUAL(CL_PROGRAM_BINARY_TYPE_EXECUTABLE, type);
  cl_uint number = 0;
  QUERY(number, clGetProgramInfo, program, CL_PROGRAM_REFERENCE_COUNT);
  EQUAL(1, number);
  OK(clRetainProgram(program));
  QUERY(number, clGetProgramInfo, program, CL_PROGRAM_REFERENCE_COUNT);
  EQUAL(2, number);
  OK(clReleaseProgram(program));
  cl_context context = NULL;
  QUERY(context, clGetProgramInfo, program, CL_PROGRAM_CONTEXT);
  CHECK(context == s->context);
  QUERY(number, clGetProgramInfo, program, CL_PROGRAM_NUM_DEVICES);
  EQUAL(1, number);
  cl_device_id device = NULL;
  QUERY(device, clGetProgramInfo, program, CL_PROGRAM_DEVICES);
  CHECK(device == s->device);
  QUERY_TEXT(text, clGetProgramInfo, program, CL_PROGRAM_SOURCE);
  SAME_TEXT(source, text);
  QUERY(size, clGetProgramInfo, program, CL_PROGRAM_NUM_KERNELS);
  EQUAL(2, size);
  QUERY_TEXT(text, clGetProgramInfo, program, CL_PROGRAM_KERNEL_NAMES);
  CHECK(strcmp(text, "one;two") == 0 || strcmp(text, "two;one") == 0);
  FAILS(CL_INVALID_VALUE, clGetProgramInfo(program, 0x1999, 0, NULL, NULL));
  FAILS(CL_INVALID_VALUE, clGetProgramBuildInfo(program, s->device, 0x1999, 0, NULL, NULL));
  QUERY_TEXT(text, clGetProgramBuildInfo, program, s->device, CL_PROGRAM_BUILD_OPTIONS);
  SAME_TEXT("", text);

  cl_kernel kernels[2] = {NULL, NULL};
  OK(clCreateKernelsInProgram(program, 0, NULL, &number));
  EQUAL(2, number);
  FAILS(CL_INVALID_VALUE, clCreateKernelsInProgram(program, 1, kernels, NULL));
  OK(clCreateKernelsInProgram(program, 2, kernels, NULL));
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    OK(clGetKernelInfo(kernels[i], CL_KERNEL_FUNCTION_NAME, sizeof text, text, NULL));
    sum += strcmp(text, "one") == 0 ? 1 : strcmp(text, "two") == 0 ? 2 : 100;
    OK(clReleaseKernel(kernels[i]));
  }
  printf("sum of the kernels: %d\n", sum);
  OK(clReleaseProgram(program));
}

/// A binary makes the same program again, in a context of its own.
static void reload(const Session* s) {
  cl_program program =
      build_program(s, "kernel void k(global int* a) { a[0] = 4711; }", "-cl-mad-enable");
  size_t size = 0;
  QUERY(size, clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES);
  CHECK(size > 0);
  unsigned char* binary = malloc(size);
  FAILS(CL_INVALID_VALUE,
        clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary - 1, &binary, NULL));
  OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
  OK(clReleaseProgram(program));
  cl_int status = 1;
  program = MADE(clCreateProgramWithBinary(s->context, 1, &s->device, &size,
                                           (const unsigned char**)&binary, &status, &code));
  EQUAL(CL_SUCCESS, status);
  OK(clBuildProgram(program, 1, &s->device, NULL, NULL, NULL));
  cl_program_binary_type type = 0;
  QUERY(type, clGetProgramBuildInfo, program, s->device, CL_PROGRAM_BINARY_TYPE);
  EQUAL(CL_PROGRAM_BINARY_TYPE_EXECUTABLE, type);
  printf("from a binary: %d\n", result_of(s, program, "k"));
  size_t again = 0;
  OK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof again, &again, NULL));
  CHECK(again > 0);
  char text[16];
  OK(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL));
  SAME_TEXT("k", text);
  OK(clReleaseProgram(program));
  free(binary);
}

static atomic_int builds;
static void CL_CALLBACK built(cl_program program, void* user) {
  cl_build_status status = 1;
  clGetProgramBuildInfo(program, *(cl_device_id*)user, CL_PROGRAM_BUILD_STATUS, sizeof status,
                        &status, NULL);
  atomic_fetch_add(&builds, status == CL_BUILD_SUCCESS ? 1 : 100);
}

static void build_with_callback(Session* s) {
  const char* sources[] = {"kernel void k(global int* a) { a[0] = 1; }", "this is not OpenCL C"};
  for (int i = 0; i < 2; ++i) {
    cl_program program = MADE(clCreateProgramWithSource(s->context, 1, &sources[i], NULL, &code));
    const cl_int result = clBuildProgram(program, 1, &s->device, "", built, &s->device);
    CHECK(result == CL_SUCCESS || (i == 1 && result == CL_BUILD_PROGRAM_FAILURE));
    wait_for_count(&builds, i == 0 ? 1 : 101);
    EQUAL(i == 0 ? CL_BUILD_SUCCESS : CL_BUILD_ERROR, status_of(s, program));
    OK(clReleaseProgram(program));
  }
  printf("build callbacks: %d\n", atomic_load(&builds));
}

int main(void) {
  Session s = open_session();
  several_strings(&s);
  options(&s);
  include_folder(&s);
  warnings(&s);
  failed_build(&s);
  query_program(&s);
  reload(&s);
  build_with_callback(&s);
  REFUSED(CL_INVALID_VALUE,
          clCreateProgramWithBuiltInKernels(s.context, 1, &s.device, "no_such", &code));
  return close_session(&s);
}
