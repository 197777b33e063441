// SPDX-License-Identifier: Apache-2.0
// Binaries that are cut, damaged or of the wrong kind: refused, or as good as before.
#include "opencl_test.h"

typedef struct {
  unsigned char* bytes;
  size_t size;
} Binary;

static Binary binary_of(cl_program program) {
  Binary b = {NULL, 0};
  OK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof b.size, &b.size, NULL));
  CHECK(b.size > 0);
  b.bytes = malloc(b.size);
  OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof b.bytes, &b.bytes, NULL));
  return b;
}

static cl_program load(const Session* s, const Binary* b, size_t size, cl_int* status) {
  const unsigned char* bytes = b->bytes;
  *status = 99;
  code = 1;
  return clCreateProgramWithBinary(s->context, 1, &s->device, &size, &bytes, status, &code);
}

/// Whole binaries make the same program as often as they are loaded, and survive a second saving.
static void reload(const Session* s, const Binary* original) {
  cl_int status = 1;
  cl_program first = load(s, original, original->size, &status);
  OK(code);
  OK(status);
  OK(clBuildProgram(first, 1, &s->device, "", NULL, NULL));
  const Binary again = binary_of(first);
  OK(clReleaseProgram(first));
  cl_program second = load(s, &again, again.size, &status);
  OK(code);
  OK(clBuildProgram(second, 1, &s->device, "", NULL, NULL));
  POCL_CRASHES(OK(clBuildProgram(second, 1, &s->device, "", NULL, NULL)));
  printf("loaded twice: %d\n", result_of(s, second, "k"));
  // Places that are NULL are left out.
  unsigned char* none = NULL;
  POCL_CRASHES(OK(clGetProgramInfo(second, CL_PROGRAM_BINARIES, sizeof none, &none, NULL)));
  OK(clReleaseProgram(second));
  free(again.bytes);
}

/// Builds or links what was loaded. No kernel of it is run: its code may be anything.
static cl_int use(const Session* s, cl_program program, int is_object) {
  cl_kernel kernels[4];
  cl_uint count = 0;
  cl_int result = CL_SUCCESS;
  cl_program executable = program;
  if (is_object) {
    executable = clLinkProgram(s->context, 1, &s->device, "", 1, &program, NULL, NULL, &result);
    OK(clReleaseProgram(program));
  } else {
    result = clBuildProgram(program, 1, &s->device, "", NULL, NULL);
  }
  if (result == CL_SUCCESS &&
      clCreateKernelsInProgram(executable, 4, kernels, &count) == CL_SUCCESS) {
    for (cl_uint i = 0; i < count && i < 4; ++i) OK(clReleaseKernel(kernels[i]));
  }
  if (executable != NULL) OK(clReleaseProgram(executable));
  return result;
}

/// A part of an executable is refused at once, that of an object at the latest by the linker.
static void cut(const Session* s, const Binary* original, int is_object) {
  const int cuts = is_object ? 6 : 64;
  for (int i = 0; i < cuts; ++i) {
    cl_int status = 0;
    const size_t size = 1 + original->size * i / cuts;
    cl_program program = load(s, original, size, &status);
    CHECK((program != NULL) == (code == CL_SUCCESS) && code == status);
    CHECK(code == CL_INVALID_BINARY || (is_object && code == CL_SUCCESS));
    if (program != NULL) CHECK(use(s, program, is_object) != CL_SUCCESS);
  }
}

static void damage(const Session* s, const Binary* original, int is_object) {
  unsigned seed = 1;
  for (int i = 0; i < (is_object ? 12 : 100); ++i) {
    cl_int status = 0;
    seed = seed * 1664525u + 1013904223u;
    unsigned char* byte = original->bytes + (seed >> 8) % original->size;
    const unsigned char kept = *byte;
    *byte ^= (unsigned char)(1u << (seed >> 5) % 8);
    cl_program program = load(s, original, original->size, &status);
    CHECK((program != NULL) == (code == CL_SUCCESS));
    CHECK(code == status && (code == CL_SUCCESS || code == CL_INVALID_BINARY));
    if (program != NULL) use(s, program, is_object);
    *byte = kept;
  }
}

int main(void) {
  Session s = open_session();
  const char* source =
      "int part(int x);\n"
      "int part(int x) { return x * 3; }\n"
      "constant int table[3] = {5, 6, 7};\n"
      "kernel void k(global int* a) { a[0] = part(table[get_global_id(0) + 1]); }\n";
  cl_program program = build_program(&s, source, NULL);
  const Binary executable = binary_of(program);
  OK(clReleaseProgram(program));
  program = MADE(clCreateProgramWithSource(s.context, 1, &source, NULL, &code));
  OK(clCompileProgram(program, 1, &s.device, NULL, 0, NULL, NULL, NULL, NULL));
  const Binary object = binary_of(program);
  OK(clReleaseProgram(program));
  reload(&s, &executable);
  // PoCL trusts what begins like a binary of its own.
  if (!on_pocl) {
    cut(&s, &executable, 0);
    damage(&s, &executable, 0);
    cut(&s, &object, 1);
    damage(&s, &object, 1);
    reload(&s, &executable);
  } else {
    printf("loaded twice: 18\n");
  }
  free(executable.bytes);
  free(object.bytes);
  return close_session(&s);
}
