// SPDX-License-Identifier: Apache-2.0
// Refusals of the commands on buffers: reads, writes, copies, fills, rectangles, mappings.
#include "errors_fixture.h"

#define SIZE FIXTURE_SIZE

/// A buffer that the host may not use in some way.
static cl_mem restricted(const Fixture* f, cl_mem_flags flags) {
  return MADE(clCreateBuffer(f->own.context, flags, SIZE, NULL, &code));
}

static void reads_and_writes(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_mem b = f->buffer, o = f->foreign_buffer;
  void* p = f->data;
  WAIT_LIST_FAULTS(f, clEnqueueReadBuffer, q, b, CL_FALSE, 0, 16, p);
  WAIT_LIST_FAULTS(f, clEnqueueWriteBuffer, q, b, CL_FALSE, 0, 16, p);
#define READ(queue, buffer, offset, size, data) \
  clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, size, data, 0, NULL, NULL)
#define WRITE(queue, buffer, offset, size, data) \
  clEnqueueWriteBuffer(queue, buffer, CL_TRUE, offset, size, data, 0, NULL, NULL)
  FAILS(CL_INVALID_COMMAND_QUEUE, READ(NULL, b, 0, 16, p));
  FAILS(CL_INVALID_COMMAND_QUEUE, WRITE(NULL, b, 0, 16, p));
  FAILS(CL_INVALID_MEM_OBJECT, READ(q, NULL, 0, 16, p));
  FAILS(CL_INVALID_MEM_OBJECT, WRITE(q, NULL, 0, 16, p));
  FAILS(CL_INVALID_CONTEXT, READ(q, o, 0, 16, p));
  FAILS(CL_INVALID_CONTEXT, WRITE(q, o, 0, 16, p));
  const size_t ranges[][2] = {
      {0, SIZE + 1}, {SIZE, 1}, {SIZE - 1, 2}, {(size_t)-1, 1}, {1, (size_t)-1}};
  for (size_t i = 0; i < COUNT(ranges); ++i) {
    FAILS(CL_INVALID_VALUE, READ(q, b, ranges[i][0], ranges[i][1], p));
    FAILS(CL_INVALID_VALUE, WRITE(q, b, ranges[i][0], ranges[i][1], p));
  }
  FAILS(CL_INVALID_VALUE, READ(q, b, 0, 16, NULL));
  FAILS(CL_INVALID_VALUE, WRITE(q, b, 0, 16, NULL));
  pocl_differs("5.2.2: size is 0");
  FAILS(CL_INVALID_VALUE, READ(q, b, 0, 0, p));
  pocl_differs("5.2.2: size is 0");
  FAILS(CL_INVALID_VALUE, WRITE(q, b, 0, 0, p));
  cl_mem write_only = restricted(f, CL_MEM_HOST_WRITE_ONLY);
  cl_mem read_only = restricted(f, CL_MEM_HOST_READ_ONLY);
  cl_mem closed = restricted(f, CL_MEM_HOST_NO_ACCESS);
  FAILS(CL_INVALID_OPERATION, READ(q, write_only, 0, 16, p));
  FAILS(CL_INVALID_OPERATION, READ(q, closed, 0, 16, p));
  FAILS(CL_INVALID_OPERATION, WRITE(q, read_only, 0, 16, p));
  FAILS(CL_INVALID_OPERATION, WRITE(q, closed, 0, 16, p));
  // The device may, whatever the host may.
  OK(clEnqueueCopyBuffer(q, write_only, read_only, 0, 0, SIZE, 0, NULL, NULL));
  OK(clReleaseMemObject(write_only));
  OK(clReleaseMemObject(read_only));
  OK(clReleaseMemObject(closed));
}

static void copies(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_mem b = f->buffer, o = f->foreign_buffer, c = make_buffer(&f->own, SIZE);
  WAIT_LIST_FAULTS(f, clEnqueueCopyBuffer, q, b, c, 0, 0, 16);
#define COPY(queue, from, to, source, target, size) \
  clEnqueueCopyBuffer(queue, from, to, source, target, size, 0, NULL, NULL)
  FAILS(CL_INVALID_COMMAND_QUEUE, COPY(NULL, b, c, 0, 0, 16));
  FAILS(CL_INVALID_MEM_OBJECT, COPY(q, NULL, c, 0, 0, 16));
  FAILS(CL_INVALID_MEM_OBJECT, COPY(q, b, NULL, 0, 0, 16));
  FAILS(CL_INVALID_CONTEXT, COPY(q, o, c, 0, 0, 16));
  FAILS(CL_INVALID_CONTEXT, COPY(q, b, o, 0, 0, 16));
  FAILS(CL_INVALID_VALUE, COPY(q, b, c, SIZE, 0, 1));
  FAILS(CL_INVALID_VALUE, COPY(q, b, c, 0, SIZE, 1));
  FAILS(CL_INVALID_VALUE, COPY(q, b, c, 8, 0, SIZE - 7));
  FAILS(CL_INVALID_VALUE, COPY(q, b, c, (size_t)-8, 0, 16));
  FAILS(CL_INVALID_VALUE, COPY(q, b, c, 0, 1, (size_t)-1));
  pocl_differs("5.2.2: size is 0");
  FAILS(CL_INVALID_VALUE, COPY(q, b, c, 0, 0, 0));
  FAILS(CL_MEM_COPY_OVERLAP, COPY(q, b, b, 0, 0, 16));
  FAILS(CL_MEM_COPY_OVERLAP, COPY(q, b, b, 0, 15, 16));
  FAILS(CL_MEM_COPY_OVERLAP, COPY(q, b, b, 15, 0, 16));
  const cl_buffer_region low = {0, SIZE / 2};
  cl_mem half = MADE(clCreateSubBuffer(b, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, &code));
  cl_mem same = MADE(clCreateSubBuffer(b, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, &code));
  pocl_differs("5.2.2: sub-buffers of one buffer overlap");
  FAILS(CL_MEM_COPY_OVERLAP, COPY(q, half, same, 0, 8, 16));
  OK(COPY(q, half, same, 0, 16, 16));
  pocl_differs("5.2.2: the end of a sub-buffer");
  FAILS(CL_INVALID_VALUE, COPY(q, half, c, SIZE / 2, 0, 1));
  FAILS(CL_INVALID_VALUE, COPY(q, c, half, 0, SIZE / 2 - 1, 2));
  OK(clReleaseMemObject(half));
  OK(clReleaseMemObject(same));
  OK(clReleaseMemObject(c));
}

static void fills(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_mem b = f->buffer, o = f->foreign_buffer;
  const void* p = f->data;
  WAIT_LIST_FAULTS(f, clEnqueueFillBuffer, q, b, p, 4, 0, 16);
#define FILL(queue, buffer, pattern, length, offset, size) \
  clEnqueueFillBuffer(queue, buffer, pattern, length, offset, size, 0, NULL, NULL)
  FAILS(CL_INVALID_COMMAND_QUEUE, FILL(NULL, b, p, 4, 0, 16));
  FAILS(CL_INVALID_MEM_OBJECT, FILL(q, NULL, p, 4, 0, 16));
  FAILS(CL_INVALID_CONTEXT, FILL(q, o, p, 4, 0, 16));
  FAILS(CL_INVALID_VALUE, FILL(q, b, NULL, 4, 0, 16));
  FAILS(CL_INVALID_VALUE, FILL(q, b, p, 0, 0, 16));
  FAILS(CL_INVALID_VALUE, FILL(q, b, p, 3, 0, 15));
  FAILS(CL_INVALID_VALUE, FILL(q, b, p, 256, 0, 256));
  FAILS(CL_INVALID_VALUE, FILL(q, b, p, 4, 2, 16));
  FAILS(CL_INVALID_VALUE, FILL(q, b, p, 4, 0, 18));
  FAILS(CL_INVALID_VALUE, FILL(q, b, p, 4, SIZE, 4));
  FAILS(CL_INVALID_VALUE, FILL(q, b, p, 4, 4, SIZE));
  FAILS(CL_INVALID_VALUE, FILL(q, b, p, 4, 4, (size_t)-4));
}

typedef struct {
  size_t at[3], host_at[3], region[3], row, slice, host_row, host_slice;
} Rect;

/// Rectangles that leave the buffer, are empty, or whose pitches are too small.
static const Rect wrong_rects[] = {
    {{0, 0, 0}, {0, 0, 0}, {0, 1, 1}, 0, 0, 0, 0},
    {{0, 0, 0}, {0, 0, 0}, {1, 0, 1}, 0, 0, 0, 0},
    {{0, 0, 0}, {0, 0, 0}, {1, 1, 0}, 0, 0, 0, 0},
    {{0, 0, 0}, {0, 0, 0}, {SIZE + 1, 1, 1}, 0, 0, 0, 0},
    {{SIZE, 0, 0}, {0, 0, 0}, {1, 1, 1}, 0, 0, 0, 0},
    {{0, 64, 0}, {0, 0, 0}, {16, 1, 1}, 16, 0, 16, 0},
    {{0, 1, 0}, {0, 0, 0}, {16, 64, 1}, 16, 0, 16, 0},
    {{0, 0, 4}, {0, 0, 0}, {16, 16, 1}, 16, 256, 16, 256},
    {{8, 3, 3}, {0, 0, 0}, {16, 13, 1}, 16, 256, 16, 256},
    {{0, 0, 0}, {0, 0, 0}, {16, 2, 1}, 15, 0, 0, 0},
    {{0, 0, 0}, {0, 0, 0}, {16, 2, 1}, 0, 0, 15, 0},
    {{0, 0, 0}, {0, 0, 0}, {16, 4, 2}, 16, 63, 0, 0},
    {{0, 0, 0}, {0, 0, 0}, {16, 4, 2}, 0, 0, 16, 63},
    {{0, (size_t)-1, 0}, {0, 0, 0}, {16, 1, 1}, 16, 0, 16, 0},
};

static void rectangles(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_mem b = f->buffer, o = f->foreign_buffer, c = make_buffer(&f->own, SIZE);
  void* p = f->data;
  const size_t zero[3] = {0, 0, 0}, region[3] = {8, 2, 2};
  WAIT_LIST_FAULTS(f, clEnqueueReadBufferRect, q, b, CL_FALSE, zero, zero, region, 0, 0, 0, 0, p);
  WAIT_LIST_FAULTS(f, clEnqueueWriteBufferRect, q, b, CL_FALSE, zero, zero, region, 0, 0, 0, 0, p);
  WAIT_LIST_FAULTS(f, clEnqueueCopyBufferRect, q, b, c, zero, zero, region, 0, 0, 0, 0);
#define READ_RECT(queue, buffer, r, data)                                                       \
  clEnqueueReadBufferRect(queue, buffer, CL_TRUE, (r)->at, (r)->host_at, (r)->region, (r)->row, \
                          (r)->slice, (r)->host_row, (r)->host_slice, data, 0, NULL, NULL)
#define WRITE_RECT(queue, buffer, r, data)                                                       \
  clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, (r)->at, (r)->host_at, (r)->region, (r)->row, \
                           (r)->slice, (r)->host_row, (r)->host_slice, data, 0, NULL, NULL)
#define COPY_RECT(queue, from, to, r)                                                    \
  clEnqueueCopyBufferRect(queue, from, to, (r)->at, (r)->host_at, (r)->region, (r)->row, \
                          (r)->slice, (r)->host_row, (r)->host_slice, 0, NULL, NULL)
  for (size_t i = 0; i < COUNT(wrong_rects); ++i) {
    FAILS(CL_INVALID_VALUE, READ_RECT(q, b, &wrong_rects[i], p));
    FAILS(CL_INVALID_VALUE, WRITE_RECT(q, b, &wrong_rects[i], p));
    FAILS(CL_INVALID_VALUE, COPY_RECT(q, b, c, &wrong_rects[i]));
  }
  const Rect good = {{0, 0, 0}, {0, 0, 0}, {8, 2, 2}, 0, 0, 0, 0};
  FAILS(CL_INVALID_COMMAND_QUEUE, READ_RECT(NULL, b, &good, p));
  FAILS(CL_INVALID_COMMAND_QUEUE, WRITE_RECT(NULL, b, &good, p));
  FAILS(CL_INVALID_COMMAND_QUEUE, COPY_RECT(NULL, b, c, &good));
  FAILS(CL_INVALID_MEM_OBJECT, READ_RECT(q, NULL, &good, p));
  FAILS(CL_INVALID_MEM_OBJECT, WRITE_RECT(q, NULL, &good, p));
  POCL_CRASHES(FAILS(CL_INVALID_MEM_OBJECT, COPY_RECT(q, NULL, c, &good)));
  POCL_CRASHES(FAILS(CL_INVALID_MEM_OBJECT, COPY_RECT(q, b, NULL, &good)));
  FAILS(CL_INVALID_CONTEXT, READ_RECT(q, o, &good, p));
  FAILS(CL_INVALID_CONTEXT, WRITE_RECT(q, o, &good, p));
  FAILS(CL_INVALID_CONTEXT, COPY_RECT(q, o, c, &good));
  FAILS(CL_INVALID_CONTEXT, COPY_RECT(q, b, o, &good));
  FAILS(CL_INVALID_VALUE, READ_RECT(q, b, &good, NULL));
  FAILS(CL_INVALID_VALUE, WRITE_RECT(q, b, &good, NULL));
  FAILS(CL_MEM_COPY_OVERLAP, COPY_RECT(q, b, b, &good));
  const Rect overlap = {{0, 0, 0}, {4, 1, 0}, {8, 2, 1}, 16, 64, 16, 64};
  const Rect beside = {{0, 0, 0}, {8, 0, 0}, {8, 2, 1}, 16, 64, 16, 64};
  const Rect two_pitches = {{0, 0, 0}, {0, 0, 2}, {8, 2, 1}, 16, 64, 32, 128};
  FAILS(CL_MEM_COPY_OVERLAP, COPY_RECT(q, b, b, &overlap));
  OK(COPY_RECT(q, b, b, &beside));
  FAILS(CL_INVALID_VALUE, COPY_RECT(q, b, b, &two_pitches));
  cl_mem closed = restricted(f, CL_MEM_HOST_NO_ACCESS);
  FAILS(CL_INVALID_OPERATION, READ_RECT(q, closed, &good, p));
  FAILS(CL_INVALID_OPERATION, WRITE_RECT(q, closed, &good, p));
  OK(clReleaseMemObject(closed));
  OK(clReleaseMemObject(c));
}

int main(void) {
  static Fixture f;
  open_fixture(&f);
  reads_and_writes(&f);
  copies(&f);
  fills(&f);
  rectangles(&f);
  return close_fixture(&f);
}
