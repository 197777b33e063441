// SPDX-License-Identifier: Apache-2.0
// clCompileProgram with embedded headers, clLinkProgram of objects and libraries.
#include "opencl_test.h"

static cl_program from_source(const Session* s, const char* source) {
  return MADE(clCreateProgramWithSource(s->context, 1, &source, NULL, &code));
}

static cl_program compiled(const Session* s, const char* source, const char* options) {
  cl_program program = from_source(s, source);
  OK(clCompileProgram(program, 1, &s->device, options, 0, NULL, NULL, NULL, NULL));
  return program;
}

static void expect_type(const Session* s, cl_program program, cl_program_binary_type wanted) {
  cl_program_binary_type type = 99;
  QUERY(type, clGetProgramBuildInfo, program, s->device, CL_PROGRAM_BINARY_TYPE);
  EQUAL(wanted, type);
  cl_build_status status = 1;
  OK(clGetProgramBuildInfo(program, s->device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                           NULL));
  EQUAL(CL_BUILD_SUCCESS, status);
}

static const char* const kMain =
    "int twice(int x);\n"
    "kernel void k(global int* a) { a[0] = twice(21) + OFFSET; }\n";
static const char* const kTwice =
    "int twice(int x);\n"
    "int twice(int x) { return 2 * x; }\n";

static void two_objects(const Session* s) {
  cl_program objects[] = {compiled(s, kMain, "-DOFFSET=5"), compiled(s, kTwice, NULL)};
  expect_type(s, objects[0], CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  expect_type(s, objects[1], CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  pocl_differs("5.7.1: an object that is not linked is no executable");
  REFUSED(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(objects[0], "k", &code));
  cl_program linked =
      MADE(clLinkProgram(s->context, 1, &s->device, "", 2, objects, NULL, NULL, &code));
  expect_type(s, linked, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  OK(clReleaseProgram(objects[0]));
  OK(clReleaseProgram(objects[1]));
  printf("two objects: %d\n", result_of(s, linked, "k"));
  char names[16];
  QUERY_TEXT(names, clGetProgramInfo, linked, CL_PROGRAM_KERNEL_NAMES);
  SAME_TEXT("k", names);
  OK(clReleaseProgram(linked));
}

/// Objects of a library serve several programs; kernels may come from several objects.
static void library(const Session* s) {
  cl_program helper = compiled(s, kTwice, NULL);
  cl_program shelf = MADE(
      clLinkProgram(s->context, 1, &s->device, "-create-library", 1, &helper, NULL, NULL, &code));
  expect_type(s, shelf, CL_PROGRAM_BINARY_TYPE_LIBRARY);
  OK(clReleaseProgram(helper));
  cl_program more = compiled(
      s, "int twice(int x);\nkernel void j(global int* a) { a[0] = twice(twice(3)); }", "");
  for (int i = 0; i < 2; ++i) {
    cl_program parts[] = {compiled(s, kMain, i == 0 ? "-DOFFSET=0" : "-DOFFSET=1"), shelf, more};
    cl_program linked = MADE(clLinkProgram(s->context, 0, NULL, NULL, 3, parts, NULL, NULL, &code));
    printf("library: %d %d\n", result_of(s, linked, "k"), result_of(s, linked, "j"));
    OK(clReleaseProgram(linked));
    OK(clReleaseProgram(parts[0]));
  }
  OK(clReleaseProgram(more));
  OK(clReleaseProgram(shelf));
}

/// Headers are programs; their names may hold folders, and they may include one another.
static void embedded_headers(const Session* s) {
  cl_program headers[] = {from_source(s, "#include \"deep/number.h\"\n#define SUM (NUMBER + 1)\n"),
                          from_source(s, "#define NUMBER 99\n")};
  const char* names[] = {"sum.h", "deep/number.h"};
  cl_program program =
      from_source(s, "#include \"sum.h\"\nkernel void k(global int* a) { a[0] = SUM; }");
  OK(clCompileProgram(program, 1, &s->device, NULL, 2, headers, names, NULL, NULL));
  cl_program linked =
      MADE(clLinkProgram(s->context, 1, &s->device, NULL, 1, &program, NULL, NULL, &code));
  printf("embedded headers: %d\n", result_of(s, linked, "k"));
  OK(clReleaseProgram(linked));
  // Compiled again with another header of the same name.
  cl_program other = from_source(s, "#define SUM 5\n");
  OK(clCompileProgram(program, 1, &s->device, NULL, 1, &other, names, NULL, NULL));
  linked = MADE(clLinkProgram(s->context, 1, &s->device, NULL, 1, &program, NULL, NULL, &code));
  printf("another header: %d\n", result_of(s, linked, "k"));
  OK(clReleaseProgram(linked));
  FAILS(CL_COMPILE_PROGRAM_FAILURE,
        clCompileProgram(program, 1, &s->device, NULL, 0, NULL, NULL, NULL, NULL));
  OK(clReleaseProgram(other));
  OK(clReleaseProgram(program));
  OK(clReleaseProgram(headers[0]));
  OK(clReleaseProgram(headers[1]));
}

/// A compiled object survives as a binary.
static void object_binary(const Session* s) {
  cl_program helper = compiled(s, kTwice, NULL);
  size_t size = 0;
  OK(clGetProgramInfo(helper, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  CHECK(size > 0);
  unsigned char* binary = malloc(size);
  OK(clGetProgramInfo(helper, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
  OK(clReleaseProgram(helper));
  cl_int status = 1;
  helper = MADE(clCreateProgramWithBinary(s->context, 1, &s->device, &size,
                                          (const unsigned char**)&binary, &status, &code));
  EQUAL(CL_SUCCESS, status);
  cl_program parts[] = {compiled(s, kMain, "-DOFFSET=-2"), helper};
  cl_program linked =
      MADE(clLinkProgram(s->context, 1, &s->device, NULL, 2, parts, NULL, NULL, &code));
  printf("object from a binary: %d\n", result_of(s, linked, "k"));
  OK(clReleaseProgram(linked));
  OK(clReleaseProgram(parts[0]));
  OK(clReleaseProgram(helper));
  free(binary);
}

static void failures_of_the_linker(const Session* s) {
  cl_program lonely = compiled(s, kMain, "-DOFFSET=0");
  // A function that no program defines; the program that comes back, if any, holds the log.
  code = 1;
  cl_program linked = clLinkProgram(s->context, 1, &s->device, NULL, 1, &lonely, NULL, NULL, &code);
  FAILS(CL_LINK_PROGRAM_FAILURE, code);
  if (linked != NULL) {
    static char log[4096];
    QUERY_TEXT(log, clGetProgramBuildInfo, linked, s->device, CL_PROGRAM_BUILD_LOG);
    CHECK(strstr(log, "twice") != NULL);
    OK(clReleaseProgram(linked));
  }
  cl_program source = from_source(s, kTwice);
  cl_program parts[] = {lonely, source};
  code = 1;
  linked = clLinkProgram(s->context, 1, &s->device, NULL, 2, parts, NULL, NULL, &code);
  FAILS(CL_INVALID_OPERATION, code);
  CHECK(linked == NULL);
  OK(clReleaseProgram(source));
  OK(clReleaseProgram(lonely));
}

static atomic_int calls;
static void CL_CALLBACK done(cl_program program, void* user) {
  (void)program;
  atomic_fetch_add(&calls, *(int*)user);
}

static void callbacks(const Session* s) {
  int one = 1, ten = 10;
  cl_program program = from_source(s, kTwice);
  OK(clCompileProgram(program, 1, &s->device, NULL, 0, NULL, NULL, done, &one));
  wait_for_count(&calls, 1);
  cl_program linked = MADE(
      clLinkProgram(s->context, 1, &s->device, "-create-library", 1, &program, done, &ten, &code));
  wait_for_count(&calls, 11);
  printf("callbacks: %d\n", atomic_load(&calls));
  OK(clReleaseProgram(linked));
  OK(clReleaseProgram(program));
}

int main(void) {
  Session s = open_session();
  two_objects(&s);
  library(&s);
  embedded_headers(&s);
  object_binary(&s);
  failures_of_the_linker(&s);
  callbacks(&s);
  return close_session(&s);
}
