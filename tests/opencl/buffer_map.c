// SPDX-License-Identifier: Apache-2.0
// Mapping of buffers: for reading, writing and invalidating; host pointers; sub-buffers; counts.
#include "opencl_test.h"

#define SIZE 1024

static cl_uint map_count(cl_mem buffer) {
  cl_uint count = 99;
  OK(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
  return count;
}

static void* map(const Session* s, cl_mem buffer, cl_map_flags flags, size_t offset, size_t size) {
  return MADE(
      clEnqueueMapBuffer(s->queue, buffer, CL_TRUE, flags, offset, size, 0, NULL, NULL, &code));
}

static void unmap(const Session* s, cl_mem buffer, void* pointer) {
  OK(clEnqueueUnmapMemObject(s->queue, buffer, pointer, 0, NULL, NULL));
  OK(clFinish(s->queue));
}

/// Adds 100 to each int on the device, so that both directions of a mapping are seen.
static void add_on_device(const Session* s, cl_kernel add, cl_mem buffer, size_t count) {
  OK(clSetKernelArg(add, 0, sizeof buffer, &buffer));
  run_kernel(s, add, count, 0);
}

static void read_write_invalidate(const Session* s, cl_kernel add, cl_mem buffer,
                                  const char* name) {
  const size_t count = SIZE / sizeof(cl_int);
  cl_int* p = map(s, buffer, CL_MAP_WRITE_INVALIDATE_REGION, 0, SIZE);
  for (size_t i = 0; i < count; ++i) p[i] = (cl_int)i;
  unmap(s, buffer, p);
  add_on_device(s, add, buffer, count);
  p = map(s, buffer, CL_MAP_READ, 0, SIZE);
  for (size_t i = 0; i < count; ++i) EQUAL(100 + (cl_int)i, p[i]);
  unmap(s, buffer, p);
  p = map(s, buffer, CL_MAP_READ | CL_MAP_WRITE, 64, 64);
  EQUAL(116, p[0]);
  p[0] = -1;
  unmap(s, buffer, p);
  p = map(s, buffer, CL_MAP_WRITE, 68, 8);
  p[0] = -2;  // the second keeps its value
  unmap(s, buffer, p);
  add_on_device(s, add, buffer, count);
  cl_int back[4] = {0};
  OK(clEnqueueReadBuffer(s->queue, buffer, CL_TRUE, 60, sizeof back, back, 0, NULL, NULL));
  print_ints(name, back, 4);
}

static void overlapping_reads(const Session* s, cl_mem buffer) {
  EQUAL(0, map_count(buffer));
  const cl_int* a = map(s, buffer, CL_MAP_READ, 0, 512);
  EQUAL(1, map_count(buffer));
  const cl_int* b = map(s, buffer, CL_MAP_READ, 256, 512);
  EQUAL(2, map_count(buffer));
  CHECK(memcmp(a + 64, b, 256) == 0);
  const cl_int* again = map(s, buffer, CL_MAP_READ, 0, 512);
  EQUAL(3, map_count(buffer));
  CHECK(memcmp(a, again, 512) == 0);
  unmap(s, buffer, (void*)a);
  EQUAL(2, map_count(buffer));
  CHECK(memcmp(again + 64, b, 256) == 0);
  unmap(s, buffer, (void*)b);
  unmap(s, buffer, (void*)again);
  EQUAL(0, map_count(buffer));
}

/// The pointer of a mapped USE_HOST_PTR buffer derives from the host pointer.
static void host_pointer(const Session* s, cl_kernel add) {
  static _Alignas(128) cl_int data[SIZE / sizeof(cl_int)];
  for (size_t i = 0; i < COUNT(data); ++i) data[i] = (cl_int)(2 * i);
  cl_mem buffer = MADE(clCreateBuffer(s->context, CL_MEM_USE_HOST_PTR, SIZE, data, &code));
  add_on_device(s, add, buffer, COUNT(data));
  cl_int* p = map(s, buffer, CL_MAP_READ, 0, SIZE);
  CHECK(p == data);
  for (size_t i = 0; i < COUNT(data); ++i) EQUAL(100 + 2 * i, data[i]);
  unmap(s, buffer, p);
  p = map(s, buffer, CL_MAP_WRITE, 40, 8);
  CHECK(p == data + 10);
  p[0] = 1000;
  unmap(s, buffer, p);
  add_on_device(s, add, buffer, COUNT(data));
  p = map(s, buffer, CL_MAP_READ, 36, 12);
  CHECK(p == data + 9);
  print_ints("host pointer", p, 3);
  unmap(s, buffer, p);
  OK(clReleaseMemObject(buffer));
}

static void sub_buffer(const Session* s, cl_kernel add) {
  cl_uint bits = 0;
  OK(clGetDeviceInfo(s->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
  const size_t unit = bits / 8;
  cl_mem parent = make_buffer(s, 4 * unit);
  const cl_int zero = 0;
  OK(clEnqueueFillBuffer(s->queue, parent, &zero, sizeof zero, 0, 4 * unit, 0, NULL, NULL));
  const cl_buffer_region region = {unit, unit};
  cl_mem sub = MADE(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  cl_int* p = map(s, sub, CL_MAP_WRITE, 8, 8);
  p[0] = 11, p[1] = 12;
  const cl_uint count = map_count(sub);
  pocl_differs("5.4.3: CL_MEM_MAP_COUNT of a sub-buffer");
  EQUAL(1, count);
  unmap(s, sub, p);
  add_on_device(s, add, sub, unit / sizeof(cl_int));
  p = map(s, parent, CL_MAP_READ, unit - 4, 20);
  print_ints("sub-buffer", p, 5);
  unmap(s, parent, p);
  OK(clReleaseMemObject(sub));
  OK(clReleaseMemObject(parent));
}

/// A mapping that does not block: the pointer is there at once, the content with the event.
static void non_blocking(const Session* s, cl_mem buffer) {
  const cl_int seven = 7;
  cl_event filled = NULL, mapped = NULL, unmapped = NULL;
  OK(clEnqueueFillBuffer(s->queue, buffer, &seven, sizeof seven, 0, SIZE, 0, NULL, &filled));
  cl_int* p = MADE(clEnqueueMapBuffer(s->queue, buffer, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, 16,
                                      32, 1, &filled, &mapped, &code));
  OK(clWaitForEvents(1, &mapped));
  EQUAL(7, p[0]);
  p[7] = 8;
  OK(clEnqueueUnmapMemObject(s->queue, buffer, p, 1, &mapped, &unmapped));
  OK(clWaitForEvents(1, &unmapped));
  cl_int back[3] = {0};
  OK(clEnqueueReadBuffer(s->queue, buffer, CL_TRUE, 40, sizeof back, back, 1, &unmapped, NULL));
  print_ints("non-blocking", back, 3);
  cl_command_type type = 0;
  OK(clGetEventInfo(mapped, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  EQUAL(CL_COMMAND_MAP_BUFFER, type);
  OK(clGetEventInfo(unmapped, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  EQUAL(CL_COMMAND_UNMAP_MEM_OBJECT, type);
  OK(clReleaseEvent(filled));
  OK(clReleaseEvent(mapped));
  OK(clReleaseEvent(unmapped));
}

/// Mapped memory is host memory: other commands may read from it and write to it.
static void mapped_as_host_memory(const Session* s, cl_mem buffer) {
  cl_mem other = make_buffer(s, SIZE);
  const cl_int nine = 9;
  OK(clEnqueueFillBuffer(s->queue, other, &nine, sizeof nine, 0, SIZE, 0, NULL, NULL));
  cl_int* p = map(s, buffer, CL_MAP_WRITE_INVALIDATE_REGION, 0, SIZE);
  read_buffer(s, other, SIZE, p);
  unmap(s, buffer, p);
  cl_int back[2] = {0};
  read_buffer(s, buffer, sizeof back, back);
  print_ints("through a mapping", back, 2);
  OK(clReleaseMemObject(other));
}

int main(void) {
  Session s = open_session();
  cl_kernel add =
      build_kernel(&s, "kernel void add(global int* a) { a[get_global_id(0)] += 100; }", "add");
  cl_mem plain = make_buffer(&s, SIZE);
  cl_mem pinned = MADE(clCreateBuffer(s.context, CL_MEM_ALLOC_HOST_PTR, SIZE, NULL, &code));
  read_write_invalidate(&s, add, plain, "plain");
  read_write_invalidate(&s, add, pinned, "pinned");
  overlapping_reads(&s, plain);
  host_pointer(&s, add);
  sub_buffer(&s, add);
  non_blocking(&s, plain);
  mapped_as_host_memory(&s, plain);
  OK(clReleaseMemObject(plain));
  OK(clReleaseMemObject(pinned));
  OK(clReleaseKernel(add));
  return close_session(&s);
}
