// SPDX-License-Identifier: Apache-2.0
// printf in kernels beyond what its buffer holds: lines are whole, and printf tells which are lost.
#include "opencl_test.h"

static const char* const kSource =
    "kernel void flood(global int* results, int lines) {\n"
    "  int lost = 0;\n"
    "  for (int i = 0; i < lines; ++i) {\n"
    "    lost += printf(\"<%08d %08d %08d %08d %08d %08d %08d %08d>\\n\", i, "
    "(int)get_global_id(0),\n"
    "                   i, i, i, i, i, i) != 0;\n"
    "  }\n"
    "  results[get_global_id(0)] = lines - lost;\n"
    "}\n";

/// Lines that begin and end as they must; -1 if any is torn.
static int whole_lines(FILE* file) {
  static char line[4096];
  int count = 0;
  rewind(file);
  while (fgets(line, sizeof line, file) != NULL) {
    if (strlen(line) != 74 || line[0] != '<' || line[72] != '>') return -1;
    ++count;
  }
  return count;
}

int main(void) {
  Session s = open_session();
  cl_kernel kernel = build_kernel(&s, kSource, "flood");
  size_t capacity;
  QUERY(capacity, clGetDeviceInfo, s.device, CL_DEVICE_PRINTF_BUFFER_SIZE);
  cl_int results[32], lines = 1100, printed = 0;
  cl_mem out = make_buffer(&s, sizeof results);
  OK(clSetKernelArg(kernel, 0, sizeof out, &out));
  for (int round = 0; round < 2; ++round) {
    OK(clSetKernelArg(kernel, 1, sizeof lines, &lines));
    fflush(stdout);
    FILE* file = tmpfile();
    const int kept = dup(STDOUT_FILENO);
    CHECK(file != NULL && kept >= 0);
    dup2(fileno(file), STDOUT_FILENO);
    run_kernel(&s, kernel, COUNT(results), 16);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    read_buffer(&s, out, sizeof results, results);
    printed = 0;
    for (size_t i = 0; i < COUNT(results); ++i) printed += results[i];
    EQUAL(printed, whole_lines(file));
    // Eight numbers a line; other devices have a buffer for all of them.
    const int overflows = (size_t)32 * lines * 8 * sizeof(cl_int) > capacity;
    CHECK(printed > 0 && (overflows ? printed < 32 * lines : printed == 32 * lines));
    fclose(file);
    // The buffer is empty again: what is little is printed whole.
    lines = 10;
  }
  printf("after the flood: %d lines\n", printed);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(out));
  return close_session(&s);
}
