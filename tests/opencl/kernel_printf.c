// SPDX-License-Identifier: Apache-2.0
// printf in kernels: all conversions by one work-item; many lines of many work-items, sorted.
#include "opencl_test.h"

static const char* const kSource =
    "kernel void one(int i, float f) {\n"
    "  printf(\"%d %5d|%-5d|%05d %+d %i %u\\n\", i, i, i, i, i, -i, (uint)i);\n"
    "  printf(\"%x %X %o %#x %c %%\\n\", 0xbeef, 0xbeef, 8, 255, 'z');\n"
    "  printf(\"%f %.2f %8.3f|%e %g %a\\n\", f, f, f, f, f, 1.0f);\n"
    "  printf(\"%s and %10s|%-6s|\\n\", \"text\", \"right\", \"left\");\n"
    "  printf(\"%hd %hhd %ld %lu %lx\\n\", (short)-3, (char)-4, -5000000000L, 18000000000UL,\n"
    "         0x123456789abcdefL);\n"
    "  printf(\"%v4hld %v2hlf\\n\", (int4)(1, 2, 3, 4), (float2)(0.5f, 1.5f));\n"
    "  printf(\"%v4hhd %#v2hx %.1v3hlf\\n\", (char4)(-1, 2, -3, 4), (short2)(10, 11),\n"
    "         (float3)(1.25f, 2.5f, 3.75f));\n"
    "  printf(\"no arguments\\n\");\n"
    "  int n = printf(\"no newline, \");\n"
    "  printf(\"%d\\n\", n);\n"
    "}\n"
    "kernel void many(void) {\n"
    "  int i = get_global_id(0);\n"
    "  if (i % 3) printf(\"item %02d of group %d\\n\", i, (int)get_group_id(0));\n"
    "}\n";

static int compare(const void* a, const void* b) {
  return strcmp(*(char* const*)a, *(char* const*)b);
}

/// Lines of different work-items come in any order: sorted, they are printed to `real`.
static void print_sorted(FILE* file, FILE* real) {
  static char text[65536];
  char* lines[256];
  size_t count = 0;
  rewind(file);
  const size_t size = fread(text, 1, sizeof text - 1, file);
  text[size] = '\0';
  for (char* line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    if (count < COUNT(lines)) lines[count++] = line;
  }
  qsort(lines, count, sizeof lines[0], compare);
  for (size_t i = 0; i < count; ++i) fprintf(real, "%s\n", lines[i]);
}

int main(void) {
  Session s = open_session();
  cl_program program = build_program(&s, kSource, NULL);
  cl_kernel one = MADE(clCreateKernel(program, "one", &code));
  cl_kernel many = MADE(clCreateKernel(program, "many", &code));
  const cl_int i = 42;
  const cl_float f = 3.25f;
  OK(clSetKernelArg(one, 0, sizeof i, &i));
  OK(clSetKernelArg(one, 1, sizeof f, &f));
  for (int twice = 0; twice < 2; ++twice) run_kernel(&s, one, 1, 1);

  // Standard output becomes a file while the other kernel prints.
  fflush(stdout);
  FILE* file = tmpfile();
  const int kept = dup(STDOUT_FILENO);
  CHECK(file != NULL && kept >= 0);
  dup2(fileno(file), STDOUT_FILENO);
  run_kernel(&s, many, 48, 8);
  fflush(stdout);
  dup2(kept, STDOUT_FILENO);
  close(kept);
  print_sorted(file, stdout);
  fclose(file);
  OK(clReleaseKernel(one));
  OK(clReleaseKernel(many));
  OK(clReleaseProgram(program));
  return close_session(&s);
}
