// SPDX-License-Identifier: Apache-2.0
// Refusals of platforms, devices, contexts, queues, buffers and sub-buffers.
#include "errors_fixture.h"

static void platforms_and_devices(const Fixture* f) {
  cl_platform_id platform = f->own.platform;
  cl_device_id device = NULL;
  cl_uint count = 0;
  FAILS(CL_INVALID_VALUE, clGetPlatformIDs(0, &platform, NULL));
  FAILS(CL_INVALID_VALUE, clGetPlatformIDs(0, NULL, NULL));
  FAILS(CL_INVALID_VALUE, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &device, NULL));
  FAILS(CL_INVALID_VALUE, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, NULL));
  pocl_differs("4.2: no such device type");
  FAILS(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(platform, 0, 1, &device, &count));
  pocl_differs("4.2: no such device type");
  FAILS(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(platform, 1 << 20, 1, &device, &count));
  FAILS(CL_INVALID_DEVICE, clGetDeviceInfo(NULL, CL_DEVICE_TYPE, 0, NULL, NULL));
  FAILS(CL_INVALID_DEVICE, clRetainDevice(NULL));
  FAILS(CL_INVALID_DEVICE, clReleaseDevice(NULL));
}

/// A device without partitions refuses all; one with partitions refuses what makes no sense.
static void sub_devices(const Fixture* f) {
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  const cl_device_partition_property unknown[] = {0x1999, 1, 0};
  const cl_device_partition_property affinity[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                   CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
  const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id parts[64];
  cl_uint most = 0, count = 0;
  OK(clGetDeviceInfo(f->own.device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof most, &most, NULL));
  FAILS(CL_INVALID_DEVICE, clCreateSubDevices(NULL, equally, 0, NULL, &count));
  FAILS(CL_INVALID_VALUE, clCreateSubDevices(f->own.device, NULL, 0, NULL, &count));
  FAILS(CL_INVALID_VALUE, clCreateSubDevices(f->own.device, unknown, 0, NULL, &count));
  if (most > 1) return;
  FAILS(CL_INVALID_VALUE, clCreateSubDevices(f->own.device, equally, 64, parts, &count));
  FAILS(CL_INVALID_VALUE, clCreateSubDevices(f->own.device, affinity, 64, parts, &count));
  FAILS(CL_INVALID_VALUE, clCreateSubDevices(f->own.device, counts, 64, parts, &count));
}

static void CL_CALLBACK ignore(const char* text, const void* data, size_t size, void* user) {
  (void)text, (void)data, (void)size, (void)user;
}

static void contexts(const Fixture* f) {
  cl_device_id device = f->own.device, none = NULL, mixed[2] = {device, NULL};
  const cl_context_properties platform = (cl_context_properties)f->own.platform;
  const cl_context_properties unknown[] = {0x1999, 1, 0};
  const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, platform, CL_CONTEXT_PLATFORM,
                                         platform, 0};
  const cl_context_properties no_platform[] = {CL_CONTEXT_PLATFORM, 0, 0};
  const cl_context_properties good[] = {CL_CONTEXT_PLATFORM, platform, 0};
  int user = 0;
  REFUSED(CL_INVALID_VALUE, clCreateContext(NULL, 0, &device, NULL, NULL, &code));
  REFUSED(CL_INVALID_VALUE, clCreateContext(NULL, 1, NULL, NULL, NULL, &code));
  REFUSED(CL_INVALID_VALUE, clCreateContext(NULL, 1, &device, NULL, &user, &code));
  REFUSED(CL_INVALID_DEVICE, clCreateContext(NULL, 1, &none, NULL, NULL, &code));
  REFUSED(CL_INVALID_DEVICE, clCreateContext(NULL, 2, mixed, NULL, NULL, &code));
  REFUSED(CL_INVALID_PROPERTY, clCreateContext(unknown, 1, &device, NULL, NULL, &code));
  pocl_differs("4.4: the same property twice");
  REFUSED(CL_INVALID_PROPERTY, clCreateContext(twice, 1, &device, NULL, NULL, &code));
  REFUSED(CL_INVALID_PLATFORM, clCreateContext(no_platform, 1, &device, NULL, NULL, &code));
  REFUSED(CL_INVALID_VALUE, clCreateContextFromType(good, CL_DEVICE_TYPE_ALL, NULL, &user, &code));
  pocl_differs("4.4: no such device type");
  REFUSED(CL_INVALID_DEVICE_TYPE, clCreateContextFromType(good, 0, ignore, NULL, &code));
  pocl_differs("4.4: no object comes with an error");
  REFUSED(CL_DEVICE_NOT_FOUND,
          clCreateContextFromType(good, CL_DEVICE_TYPE_CUSTOM, ignore, NULL, &code));
  FAILS(CL_INVALID_CONTEXT, clGetContextInfo(NULL, CL_CONTEXT_DEVICES, 0, NULL, NULL));
  FAILS(CL_INVALID_CONTEXT, clRetainContext(NULL));
  FAILS(CL_INVALID_CONTEXT, clReleaseContext(NULL));
}

static void queues(const Fixture* f) {
  cl_context context = f->own.context;
  REFUSED(CL_INVALID_CONTEXT, clCreateCommandQueue(NULL, f->own.device, 0, &code));
  REFUSED(CL_INVALID_DEVICE, clCreateCommandQueue(context, NULL, 0, &code));
  REFUSED(CL_INVALID_VALUE, clCreateCommandQueue(context, f->own.device, 1 << 20, &code));
  FAILS(CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo(NULL, CL_QUEUE_DEVICE, 0, NULL, NULL));
  FAILS(CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue(NULL));
  FAILS(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue(NULL));
  FAILS(CL_INVALID_COMMAND_QUEUE, clFlush(NULL));
  FAILS(CL_INVALID_COMMAND_QUEUE, clFinish(NULL));
}

static void buffers(const Fixture* f) {
  const cl_mem_flags wrong[] = {
      CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
      CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY,
      CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
      CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
      CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
      CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS,
      (cl_mem_flags)1 << 40,
      (cl_mem_flags)1 << 6 | CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
  };
  char data[64];
  cl_context context = f->own.context;
  cl_ulong most = 0;
  OK(clGetDeviceInfo(f->own.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
  for (size_t i = 0; i < COUNT(wrong); ++i) {
    REFUSED(CL_INVALID_VALUE, clCreateBuffer(context, wrong[i], 64, NULL, &code));
  }
  REFUSED(CL_INVALID_VALUE,
          clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 64, data, &code));
  REFUSED(CL_INVALID_VALUE,
          clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 64, data, &code));
  REFUSED(CL_INVALID_CONTEXT, clCreateBuffer(NULL, 0, 64, NULL, &code));
  REFUSED(CL_INVALID_BUFFER_SIZE, clCreateBuffer(context, 0, 0, NULL, &code));
  REFUSED(CL_INVALID_BUFFER_SIZE, clCreateBuffer(context, 0, most + 1, NULL, &code));
  REFUSED(CL_INVALID_BUFFER_SIZE, clCreateBuffer(context, 0, (size_t)-1, NULL, &code));
  REFUSED(CL_INVALID_HOST_PTR, clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 64, NULL, &code));
  REFUSED(CL_INVALID_HOST_PTR, clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 64, NULL, &code));
  REFUSED(CL_INVALID_HOST_PTR, clCreateBuffer(context, CL_MEM_READ_WRITE, 64, data, &code));
  REFUSED(CL_INVALID_HOST_PTR, clCreateBuffer(context, CL_MEM_ALLOC_HOST_PTR, 64, data, &code));
  CHECK(clCreateBuffer(context, 0, 0, NULL, NULL) == NULL);
  FAILS(CL_INVALID_MEM_OBJECT, clGetMemObjectInfo(NULL, CL_MEM_SIZE, 0, NULL, NULL));
  FAILS(CL_INVALID_MEM_OBJECT, clRetainMemObject(NULL));
  FAILS(CL_INVALID_MEM_OBJECT, clReleaseMemObject(NULL));
  FAILS(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(f->buffer, NULL, NULL));
}

typedef struct {
  cl_mem_flags parent, child;
} Pair;

/// Flags that a child may not have by those of its parent; flags that no child may have.
static const Pair unfit[] = {
    {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE},
    {CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY},
    {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE},
    {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY},
    {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY},
    {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY},
    {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY},
    {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY},
    {CL_MEM_READ_WRITE, CL_MEM_USE_HOST_PTR},
    {CL_MEM_READ_WRITE, CL_MEM_ALLOC_HOST_PTR},
    {CL_MEM_READ_WRITE, CL_MEM_COPY_HOST_PTR},
    {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY},
    {CL_MEM_READ_WRITE, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS},
};

static cl_mem sub(cl_mem parent, cl_mem_flags flags, size_t origin, size_t size) {
  const cl_buffer_region region = {origin, size};
  return clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
}

static void sub_buffers(const Fixture* f) {
  for (size_t i = 0; i < COUNT(unfit); ++i) {
    cl_mem parent = MADE(clCreateBuffer(f->own.context, unfit[i].parent, 64, NULL, &code));
    if (i >= COUNT(unfit) - 2) pocl_differs("5.2.1: flags that exclude one another");
    REFUSED(CL_INVALID_VALUE, sub(parent, unfit[i].child, 0, 16));
    OK(clReleaseMemObject(parent));
  }
  const cl_buffer_region region = {0, 16};
  const cl_buffer_create_type type = CL_BUFFER_CREATE_TYPE_REGION;
  cl_mem parent = f->buffer;
  REFUSED(CL_INVALID_MEM_OBJECT, clCreateSubBuffer(NULL, 0, type, &region, &code));
  REFUSED(CL_INVALID_VALUE, clCreateSubBuffer(parent, 0, 0x1999, &region, &code));
  REFUSED(CL_INVALID_VALUE, clCreateSubBuffer(parent, 0, type, NULL, &code));
  REFUSED(CL_INVALID_VALUE, sub(parent, 0, 0, FIXTURE_SIZE + 1));
  REFUSED(CL_INVALID_VALUE, sub(parent, 0, FIXTURE_SIZE, 1));
  REFUSED(CL_INVALID_VALUE, sub(parent, 0, FIXTURE_SIZE - 128, 129));
  pocl_differs("5.2.1: a sum that overflows");
  REFUSED(CL_INVALID_VALUE, sub(parent, 0, 128, (size_t)-1));
  pocl_differs("5.2.1: a sum that overflows");
  REFUSED(CL_INVALID_VALUE, sub(parent, 0, (size_t)-128, 256));
  REFUSED(CL_INVALID_BUFFER_SIZE, sub(parent, 0, 0, 0));
  REFUSED(CL_MISALIGNED_SUB_BUFFER_OFFSET, sub(parent, 0, 1, 16));
  REFUSED(CL_MISALIGNED_SUB_BUFFER_OFFSET, sub(parent, 0, 4, 16));
  cl_mem child = sub(parent, 0, 0, 64);
  CHECK(child != NULL);
  REFUSED(CL_INVALID_MEM_OBJECT, sub(child, 0, 0, 16));
  OK(clReleaseMemObject(child));
}

int main(void) {
  Fixture f;
  open_fixture(&f);
  platforms_and_devices(&f);
  sub_devices(&f);
  contexts(&f);
  queues(&f);
  buffers(&f);
  sub_buffers(&f);
  return close_fixture(&f);
}
