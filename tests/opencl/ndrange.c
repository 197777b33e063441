// SPDX-License-Identifier: Apache-2.0
// Ranges of one to three dimensions: every work-item reports what its functions say.
#include "opencl_test.h"

#define FIELDS 16
#define ITEMS 64

static const char* const kSource =
    "kernel void report(global int* out) {\n"
    "  size_t x = get_global_id(0) - get_global_offset(0);\n"
    "  size_t y = get_global_id(1) - get_global_offset(1);\n"
    "  size_t z = get_global_id(2) - get_global_offset(2);\n"
    "  global int* a = out + 16 * ((z * get_global_size(1) + y) * get_global_size(0) + x);\n"
    "  for (int d = 0; d < 3; ++d) {\n"
    "    a[d] = get_global_id(d);\n"
    "    a[3 + d] = get_local_id(d);\n"
    "    a[6 + d] = get_group_id(d);\n"
    "    a[9 + d] = get_local_size(d);\n"
    "    a[12 + d] = get_num_groups(d);\n"
    "  }\n"
    "  a[15] = get_work_dim() * 1000 + get_global_id(3) + 10 * get_global_size(3) +\n"
    "          100 * get_local_size(7) + get_global_offset(9);\n"
    "}\n"
    "kernel void sizes(global int* out) {\n"
    "  for (int d = 0; d < 3; ++d) {\n"
    "    out[d] = get_global_size(d); out[3 + d] = get_global_offset(d);\n"
    "  }\n"
    "}\n"
    "kernel void task(global int* out) {\n"
    "  out[0] = get_work_dim() * 10000 + get_global_size(0) * 1000 + get_local_size(0) * 100 +\n"
    "           get_num_groups(0) * 10 + get_global_id(0);\n"
    "}\n"
    "__attribute__((reqd_work_group_size(2, 3, 1)))\n"
    "kernel void required(global int* out) {\n"
    "  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] =\n"
    "      get_local_size(0) * 100 + get_local_size(1) * 10 + get_local_size(2);\n"
    "}\n";

typedef struct {
  cl_uint dimensions;
  size_t offset[3], global[3], local[3];
  int with_offset, with_local;
} Range;

static const Range ranges[] = {
    {1, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, 0, 1},   {1, {0, 0, 0}, {16, 1, 1}, {16, 1, 1}, 0, 1},
    {1, {0, 0, 0}, {64, 1, 1}, {4, 1, 1}, 0, 1},  {1, {100, 0, 0}, {12, 1, 1}, {3, 1, 1}, 1, 1},
    {1, {7, 0, 0}, {13, 1, 1}, {0, 0, 0}, 1, 0},  {1, {0, 0, 0}, {61, 1, 1}, {0, 0, 0}, 0, 0},
    {2, {0, 0, 0}, {8, 4, 1}, {4, 2, 1}, 0, 1},   {2, {5, 9, 0}, {6, 6, 1}, {3, 1, 1}, 1, 1},
    {2, {0, 3, 0}, {7, 5, 1}, {0, 0, 0}, 1, 0},   {2, {0, 0, 0}, {3, 15, 1}, {1, 15, 1}, 0, 1},
    {3, {0, 0, 0}, {4, 4, 4}, {2, 2, 2}, 0, 1},   {3, {1, 2, 3}, {3, 4, 5}, {3, 2, 1}, 1, 1},
    {3, {10, 0, 30}, {2, 3, 4}, {0, 0, 0}, 1, 0}, {3, {0, 0, 0}, {1, 1, 16}, {1, 1, 8}, 0, 1},
};

static void check_item(const Range* r, const size_t* at, const cl_int* a) {
  for (int d = 0; d < 3; ++d) {
    const cl_int size = a[9 + d];
    CHECK(size >= 1);
    if (r->with_local) EQUAL(r->local[d], size);
    EQUAL(at[d] + (r->with_offset ? r->offset[d] : 0), a[d]);
    EQUAL(at[d] % size, a[3 + d]);
    EQUAL(at[d] / size, a[6 + d]);
    EQUAL((r->global[d] + size - 1) / size, a[12 + d]);
    // Version 1.2 has no incomplete groups.
    EQUAL(0, r->global[d] % size);
  }
  pocl_differs("6.12.1: sizes of dimensions that do not exist are 1");
  EQUAL(r->dimensions * 1000 + 110, a[15]);
}

static void run(const Session* s, cl_kernel report, cl_kernel sizes, cl_mem out, const Range* r) {
  static cl_int back[ITEMS * FIELDS];
  const size_t* offset = r->with_offset ? r->offset : NULL;
  const size_t* local = r->with_local ? r->local : NULL;
  const cl_int none = -1;
  OK(clEnqueueFillBuffer(s->queue, out, &none, sizeof none, 0, sizeof back, 0, NULL, NULL));
  OK(clEnqueueNDRangeKernel(s->queue, report, r->dimensions, offset, r->global, local, 0, NULL,
                            NULL));
  read_buffer(s, out, sizeof back, back);
  const size_t items = r->global[0] * r->global[1] * r->global[2];
  for (size_t i = 0; i < items; ++i) {
    const size_t at[3] = {i % r->global[0], i / r->global[0] % r->global[1],
                          i / r->global[0] / r->global[1]};
    check_item(r, at, back + FIELDS * i);
  }
  for (size_t i = items * FIELDS; i < COUNT(back); ++i) EQUAL(none, back[i]);
  OK(clEnqueueNDRangeKernel(s->queue, sizes, r->dimensions, offset, r->global, local, 0, NULL,
                            NULL));
  read_buffer(s, out, 6 * sizeof(cl_int), back);
  print_ints("sizes and offsets", back, 6);
}

static void tasks(const Session* s, cl_program program, cl_mem out) {
  cl_kernel task = MADE(clCreateKernel(program, "task", &code));
  OK(clSetKernelArg(task, 0, sizeof out, &out));
  cl_event event = NULL;
  OK(clEnqueueTask(s->queue, task, 0, NULL, &event));
  OK(clWaitForEvents(1, &event));
  cl_command_type type = 0;
  OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  pocl_differs("5.9: a task is a command of its own type");
  EQUAL(CL_COMMAND_TASK, type);
  OK(clReleaseEvent(event));
  cl_int back[36];
  read_buffer(s, out, sizeof back[0], back);
  print_ints("task", back, 1);
  OK(clReleaseKernel(task));

  cl_kernel required = MADE(clCreateKernel(program, "required", &code));
  OK(clSetKernelArg(required, 0, sizeof out, &out));
  const size_t global[3] = {4, 9, 1}, local[3] = {2, 3, 1}, other[3] = {4, 3, 1};
  OK(clEnqueueNDRangeKernel(s->queue, required, 2, NULL, global, local, 0, NULL, NULL));
  read_buffer(s, out, sizeof back, back);
  for (size_t i = 0; i < COUNT(back); ++i) EQUAL(231, back[i]);
  FAILS(CL_INVALID_WORK_GROUP_SIZE,
        clEnqueueNDRangeKernel(s->queue, required, 2, NULL, global, other, 0, NULL, NULL));
  FAILS(CL_INVALID_WORK_GROUP_SIZE,
        clEnqueueNDRangeKernel(s->queue, required, 2, NULL, global, NULL, 0, NULL, NULL));
  FAILS(CL_INVALID_WORK_GROUP_SIZE, clEnqueueTask(s->queue, required, 0, NULL, NULL));
  OK(clReleaseKernel(required));
}

int main(void) {
  Session s = open_session();
  cl_program program = build_program(&s, kSource, NULL);
  cl_kernel report = MADE(clCreateKernel(program, "report", &code));
  cl_kernel sizes = MADE(clCreateKernel(program, "sizes", &code));
  cl_mem out = make_buffer(&s, ITEMS * FIELDS * sizeof(cl_int));
  OK(clSetKernelArg(report, 0, sizeof out, &out));
  OK(clSetKernelArg(sizes, 0, sizeof out, &out));
  for (size_t i = 0; i < COUNT(ranges); ++i) run(&s, report, sizes, out, &ranges[i]);
  tasks(&s, program, out);
  OK(clReleaseMemObject(out));
  OK(clReleaseKernel(report));
  OK(clReleaseKernel(sizes));
  OK(clReleaseProgram(program));
  return close_session(&s);
}
