// SPDX-License-Identifier: Apache-2.0
// Launches a kernel that does nothing, one work-group each time. The first argument is how often.
#include "opencl_test.h"

int main(int count, char** arguments) {
  const int launches = count > 1 ? atoi(arguments[1]) : 1000;
  const size_t items = 16;
  Session session = open_session();
  cl_program program = build_program(&session, "kernel void nothing() {}", NULL);
  cl_kernel kernel = MADE(clCreateKernel(program, "nothing", &code));
  for (int i = 0; i < launches; ++i) {
    OK(clEnqueueNDRangeKernel(session.queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
  }
  OK(clFinish(session.queue));
  printf("%d launches\n", launches);
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
  return close_session(&session);
}
