// SPDX-License-Identifier: Apache-2.0
// Buffer objects: flags, queries, reading, writing, copying, filling, sub-buffers, destructors.
#include "opencl_test.h"

#define SIZE 256

static unsigned char pattern_byte(size_t i) { return (unsigned char)(i * 7 + 3); }

static void query_buffer(const Session* s, cl_mem buffer, cl_mem_flags flags, void* host) {
  cl_mem_object_type type = 0;
  QUERY(type, clGetMemObjectInfo, buffer, CL_MEM_TYPE);
  EQUAL(CL_MEM_OBJECT_BUFFER, type);
  cl_mem_flags found = 0;
  QUERY(found, clGetMemObjectInfo, buffer, CL_MEM_FLAGS);
  EQUAL(flags | CL_MEM_READ_WRITE, found | CL_MEM_READ_WRITE);
  size_t size = 0, offset = 1;
  QUERY(size, clGetMemObjectInfo, buffer, CL_MEM_SIZE);
  EQUAL(SIZE, size);
  QUERY(offset, clGetMemObjectInfo, buffer, CL_MEM_OFFSET);
  EQUAL(0, offset);
  void* pointer = &type;
  QUERY(pointer, clGetMemObjectInfo, buffer, CL_MEM_HOST_PTR);
  CHECK(pointer == ((flags & CL_MEM_USE_HOST_PTR) ? host : NULL));
  cl_uint maps = 1, references = 0;
  QUERY(maps, clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT);
  EQUAL(0, maps);
  QUERY(references, clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT);
  EQUAL(1, references);
  cl_context context = NULL;
  QUERY(context, clGetMemObjectInfo, buffer, CL_MEM_CONTEXT);
  CHECK(context == s->context);
  cl_mem parent = buffer;
  QUERY(parent, clGetMemObjectInfo, buffer, CL_MEM_ASSOCIATED_MEMOBJECT);
  CHECK(parent == NULL);
  FAILS(CL_INVALID_VALUE, clGetMemObjectInfo(buffer, 0x1999, 0, NULL, NULL));
}

/// Every combination of access, host access and host pointer flags that the standard allows, and
/// with a flag of another vendor.
static void combine_flags(const Session* s) {
  const cl_mem_flags access[] = {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY};
  const cl_mem_flags host[] = {0, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY,
                               CL_MEM_HOST_NO_ACCESS};
  const cl_mem_flags memory[] = {0, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
                                 CL_MEM_COPY_HOST_PTR,
                                 CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR,
                                 1 << 6 /* CL_MEM_USE_PERSISTENT_MEM_AMD */};
  _Alignas(128) unsigned char data[SIZE], back[SIZE];
  int made = 0;
  for (size_t a = 0; a < COUNT(access); ++a) {
    for (size_t h = 0; h < COUNT(host); ++h) {
      for (size_t m = 0; m < COUNT(memory); ++m) {
        for (size_t i = 0; i < SIZE; ++i) data[i] = pattern_byte(i + made);
        const cl_mem_flags flags = access[a] | host[h] | memory[m];
        const int given = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
        cl_mem buffer = MADE(clCreateBuffer(s->context, flags, SIZE, given ? data : NULL, &code));
        query_buffer(s, buffer, flags, data);
        const int readable = !(flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS));
        if (given && readable) {
          read_buffer(s, buffer, SIZE, back);
          CHECK(memcmp(data, back, SIZE) == 0);
        }
        OK(clReleaseMemObject(buffer));
        ++made;
      }
    }
  }
  printf("%d combinations of flags\n", made);
}

static void read_and_write(const Session* s) {
  unsigned char data[SIZE], back[SIZE] = {0};
  for (size_t i = 0; i < SIZE; ++i) data[i] = pattern_byte(i);
  cl_mem buffer = make_buffer(s, SIZE), other = make_buffer(s, SIZE);
  write_buffer(s, buffer, SIZE, data);
  // Pieces at odd offsets.
  OK(clEnqueueWriteBuffer(s->queue, buffer, CL_TRUE, 3, 5, "12345", 0, NULL, NULL));
  memcpy(data + 3, "12345", 5);
  OK(clEnqueueReadBuffer(s->queue, buffer, CL_TRUE, 1, 200, back, 0, NULL, NULL));
  CHECK(memcmp(data + 1, back, 200) == 0);
  // The host may reuse the memory when the command's event has ended.
  cl_event event = NULL;
  OK(clEnqueueWriteBuffer(s->queue, other, CL_FALSE, 0, SIZE, data, 0, NULL, &event));
  OK(clWaitForEvents(1, &event));
  OK(clReleaseEvent(event));
  OK(clEnqueueCopyBuffer(s->queue, buffer, other, 10, 101, 50, 0, NULL, NULL));
  OK(clEnqueueReadBuffer(s->queue, other, CL_FALSE, 0, SIZE, back, 0, NULL, NULL));
  OK(clFinish(s->queue));
  CHECK(memcmp(data, back, 101) == 0 && memcmp(data + 10, back + 101, 50) == 0);
  CHECK(memcmp(data + 151, back + 151, SIZE - 151) == 0);
  // A copy inside one buffer whose regions touch but do not overlap.
  OK(clEnqueueCopyBuffer(s->queue, buffer, buffer, 0, 64, 64, 0, NULL, NULL));
  read_buffer(s, buffer, SIZE, back);
  CHECK(memcmp(back, back + 64, 64) == 0);
  OK(clReleaseMemObject(other));
  OK(clReleaseMemObject(buffer));
}

/// Patterns of all the sizes that clEnqueueFillBuffer takes.
static void fill(const Session* s) {
  unsigned char pattern[128], back[512];
  for (size_t i = 0; i < sizeof pattern; ++i) pattern[i] = pattern_byte(i);
  cl_mem buffer = make_buffer(s, sizeof back);
  for (size_t size = 1; size <= 128; size *= 2) {
    const unsigned char zero = 0;
    OK(clEnqueueFillBuffer(s->queue, buffer, &zero, 1, 0, sizeof back, 0, NULL, NULL));
    OK(clEnqueueFillBuffer(s->queue, buffer, pattern, size, size, 2 * size, 0, NULL, NULL));
    read_buffer(s, buffer, sizeof back, back);
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof back; ++i) {
      const int inside = i >= size && i < 3 * size;
      EQUAL(inside ? pattern[i % size] : 0, back[i]);
      sum = sum * 31 + back[i];
    }
    printf("fill with %zu bytes: %08x\n", size, sum);
  }
  OK(clReleaseMemObject(buffer));
}

static size_t base_alignment(cl_device_id device) {
  cl_uint bits = 0;
  OK(clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
  return bits / 8;
}

static void query_sub_buffer(cl_mem sub, cl_mem parent, cl_buffer_region region,
                             cl_mem_flags flags) {
  size_t value = 0;
  QUERY(value, clGetMemObjectInfo, sub, CL_MEM_SIZE);
  EQUAL(region.size, value);
  QUERY(value, clGetMemObjectInfo, sub, CL_MEM_OFFSET);
  EQUAL(region.origin, value);
  cl_mem found = NULL;
  QUERY(found, clGetMemObjectInfo, sub, CL_MEM_ASSOCIATED_MEMOBJECT);
  CHECK(found == parent);
  cl_mem_flags found_flags = 0;
  QUERY(found_flags, clGetMemObjectInfo, sub, CL_MEM_FLAGS);
  EQUAL(flags, found_flags);
}

static void sub_buffers(const Session* s) {
  const size_t unit = base_alignment(s->device);
  cl_mem parent = make_buffer(s, 4 * unit);
  const cl_buffer_region low = {unit, 2 * unit}, high = {2 * unit, 2 * unit};
  cl_mem a = MADE(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, &code));
  cl_mem b =
      MADE(clCreateSubBuffer(parent, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &high, &code));
  query_sub_buffer(a, parent, low, CL_MEM_READ_WRITE);
  query_sub_buffer(b, parent, high, CL_MEM_READ_ONLY);
  cl_uint references = 0;
  OK(clGetMemObjectInfo(parent, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL));
  CHECK(references >= 1);
  // Overlapping children and the parent are one memory.
  unsigned char value = 1, *back = calloc(4, unit);
  OK(clEnqueueFillBuffer(s->queue, parent, &value, 1, 0, 4 * unit, 0, NULL, NULL));
  value = 2;
  OK(clEnqueueFillBuffer(s->queue, a, &value, 1, 0, 2 * unit, 0, NULL, NULL));
  value = 3;
  OK(clEnqueueFillBuffer(s->queue, b, &value, 1, 0, unit / 2, 0, NULL, NULL));
  read_buffer(s, parent, 4 * unit, back);
  printf("sub-buffers: %d %d %d %d %d\n", back[0], back[unit], back[2 * unit],
         back[2 * unit + unit / 2], back[3 * unit]);
  OK(clEnqueueCopyBuffer(s->queue, parent, b, 0, unit, unit, 0, NULL, NULL));
  // Children keep their parent.
  OK(clReleaseMemObject(parent));
  read_buffer(s, a, 2 * unit, back);
  EQUAL(3, back[unit]);
  read_buffer(s, b, 2 * unit, back);
  EQUAL(1, back[unit]);
  OK(clReleaseMemObject(a));
  OK(clReleaseMemObject(b));
  free(back);
}

static char order[8];
static void CL_CALLBACK note(cl_mem buffer, void* name) {
  (void)buffer;
  strcat(order, name);
}

/// Callbacks come in the reverse order of their registration, before the host memory is free.
static void destructor_callbacks(const Session* s) {
  _Alignas(128) char data[SIZE];
  cl_mem buffer = MADE(clCreateBuffer(s->context, CL_MEM_USE_HOST_PTR, SIZE, data, &code));
  OK(clSetMemObjectDestructorCallback(buffer, note, "a"));
  OK(clSetMemObjectDestructorCallback(buffer, note, "b"));
  OK(clSetMemObjectDestructorCallback(buffer, note, "c"));
  OK(clRetainMemObject(buffer));
  OK(clReleaseMemObject(buffer));
  SAME_TEXT("", order);
  OK(clReleaseMemObject(buffer));
  printf("destructors: %s\n", order);
}

static void migrate(const Session* s) {
  cl_mem buffers[2] = {make_buffer(s, SIZE), make_buffer(s, SIZE)};
  cl_int values[2] = {5, 6}, back[2];
  cl_event event = NULL;
  write_buffer(s, buffers[1], sizeof values, values);
  OK(clEnqueueMigrateMemObjects(s->queue, 2, buffers, 0, 0, NULL, NULL));
  OK(clEnqueueMigrateMemObjects(s->queue, 1, buffers, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0,
                                NULL, &event));
  OK(clEnqueueMigrateMemObjects(s->queue, 1, buffers + 1, CL_MIGRATE_MEM_OBJECT_HOST, 1, &event,
                                NULL));
  read_buffer(s, buffers[1], sizeof back, back);
  print_ints("migrated", back, 2);
  OK(clReleaseEvent(event));
  OK(clReleaseMemObject(buffers[0]));
  OK(clReleaseMemObject(buffers[1]));
}

int main(void) {
  Session s = open_session();
  combine_flags(&s);
  read_and_write(&s);
  fill(&s);
  sub_buffers(&s);
  destructor_callbacks(&s);
  migrate(&s);
  return close_session(&s);
}
