// SPDX-License-Identifier: Apache-2.0
// Objects that others hold: the application releases its own reference, and asks for the handle.
#include "opencl_test.h"

static const char* const kSource = "kernel void put(global int* a) { a[get_global_id(0)] = 7; }\n";

/// A context that only a queue holds is as good as any.
static void context_of_queue(cl_command_queue queue) {
  cl_context context = NULL;
  OK(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL));
  OK(clRetainContext(context));
  cl_mem buffer = MADE(clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &code));
  OK(clReleaseMemObject(buffer));
  OK(clReleaseContext(context));
}

static void program_of_kernel(cl_kernel kernel) {
  cl_program program = NULL;
  cl_uint devices = 0;
  OK(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL));
  OK(clRetainProgram(program));
  OK(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof devices, &devices, NULL));
  EQUAL(1, devices);
  OK(clReleaseProgram(program));
}

static void parent_of_sub_buffer(const Session* s) {
  const cl_buffer_region region = {0, 32};
  cl_mem buffer = make_buffer(s, 64);
  cl_mem part = MADE(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  OK(clReleaseMemObject(buffer));
  cl_mem parent = NULL;
  size_t size = 0;
  OK(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL));
  OK(clRetainMemObject(parent));
  OK(clGetMemObjectInfo(parent, CL_MEM_SIZE, sizeof size, &size, NULL));
  EQUAL(64, size);
  OK(clReleaseMemObject(parent));
  OK(clReleaseMemObject(part));
}

/// Kernel, buffer and queue are released while their command still waits.
static void command_in_flight(const Session* s, cl_kernel kernel, cl_int* result) {
  const size_t items = 4;
  cl_command_queue queue = MADE(clCreateCommandQueue(s->context, s->device, 0, &code));
  cl_mem buffer = make_buffer(s, 16);
  cl_event gate = MADE(clCreateUserEvent(s->context, &code)), done = NULL;
  OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 1, &gate, NULL));
  OK(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 16, result, 0, NULL, &done));
  OK(clReleaseMemObject(buffer));
  OK(clReleaseCommandQueue(queue));
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clWaitForEvents(1, &done));
  OK(clReleaseEvent(gate));
  OK(clReleaseEvent(done));
}

int main(void) {
  Session session = open_session();
  cl_program program = build_program(&session, kSource, NULL);
  cl_kernel kernel = MADE(clCreateKernel(program, "put", &code));
  OK(clReleaseProgram(program));
  program_of_kernel(kernel);
  parent_of_sub_buffer(&session);
  cl_int result[4] = {0};
  command_in_flight(&session, kernel, result);
  print_ints("in flight", result, 4);
  OK(clReleaseKernel(kernel));
  OK(clReleaseContext(session.context));
  context_of_queue(session.queue);
  OK(clReleaseCommandQueue(session.queue));
  return failures > 0;
}
