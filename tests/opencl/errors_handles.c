// SPDX-License-Identifier: Apache-2.0
// Objects of a wrong kind where others are wanted. Not on PoCL, which takes every pointer.
#include "errors_fixture.h"

enum { kPlatform, kDevice, kContext, kQueue, kMemory, kProgram, kKernel, kEvent, kKinds };

/// One living object of each kind.
static void* objects[kKinds];

/// One query for each kind, through which the loader goes by the object itself.
static cl_int ask(int kind, void* object) {
  size_t size = 0;
  switch (kind) {
    case kPlatform:
      return clGetPlatformInfo(object, CL_PLATFORM_NAME, 0, NULL, &size);
    case kDevice:
      return clGetDeviceInfo(object, CL_DEVICE_NAME, 0, NULL, &size);
    case kContext:
      return clGetContextInfo(object, CL_CONTEXT_NUM_DEVICES, 0, NULL, &size);
    case kQueue:
      return clGetCommandQueueInfo(object, CL_QUEUE_DEVICE, 0, NULL, &size);
    case kMemory:
      return clGetMemObjectInfo(object, CL_MEM_SIZE, 0, NULL, &size);
    case kProgram:
      return clGetProgramInfo(object, CL_PROGRAM_SOURCE, 0, NULL, &size);
    case kKernel:
      return clGetKernelInfo(object, CL_KERNEL_FUNCTION_NAME, 0, NULL, &size);
    default:
      return clGetEventInfo(object, CL_EVENT_COMMAND_TYPE, 0, NULL, &size);
  }
}

static cl_int release(int kind, void* object) {
  switch (kind) {
    case kContext:
      return clReleaseContext(object);
    case kQueue:
      return clReleaseCommandQueue(object);
    case kMemory:
      return clReleaseMemObject(object);
    case kProgram:
      return clReleaseProgram(object);
    case kKernel:
      return clReleaseKernel(object);
    case kEvent:
      return clReleaseEvent(object);
    default:
      return clReleaseDevice(object);
  }
}

static const cl_int wanted[kKinds] = {
    CL_INVALID_PLATFORM,   CL_INVALID_DEVICE,  CL_INVALID_CONTEXT, CL_INVALID_COMMAND_QUEUE,
    CL_INVALID_MEM_OBJECT, CL_INVALID_PROGRAM, CL_INVALID_KERNEL,  CL_INVALID_EVENT};

static void every_pair(void) {
  int refused = 0;
  for (int kind = 0; kind < kKinds; ++kind) {
    for (int other = 0; other < kKinds; ++other) {
      FAILS(kind == other ? CL_SUCCESS : wanted[kind], ask(kind, objects[other]));
      if (kind == other || kind == kPlatform) continue;
      FAILS(wanted[kind], release(kind, objects[other]));
      ++refused;
    }
  }
  EQUAL(49, refused);
}

/// Wrong handles in places where the loader does not look; some are no objects at all.
static void other_places(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_context context = f->own.context;
  cl_device_id device = f->own.device;
  const size_t one = 1;
  void* nothing = f->data;
  void* wrong[] = {objects[kKernel], objects[kContext], nothing};
  for (size_t i = 0; i < COUNT(wrong); ++i) {
    cl_mem memory = wrong[i];
    cl_event event = i == 0 ? wrong[1] : wrong[i];
    cl_device_id no_device = wrong[i];
    cl_program program = wrong[i];
    const cl_context_properties platform[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)wrong[i],
                                              0};
    FAILS(CL_INVALID_MEM_OBJECT,
          clEnqueueReadBuffer(q, memory, CL_TRUE, 0, 4, f->data, 0, NULL, NULL));
    FAILS(CL_INVALID_MEM_OBJECT, clEnqueueCopyBuffer(q, f->buffer, memory, 0, 0, 4, 0, NULL, NULL));
    FAILS(CL_INVALID_MEM_OBJECT, clEnqueueCopyBuffer(q, memory, f->buffer, 0, 0, 4, 0, NULL, NULL));
    FAILS(CL_INVALID_MEM_OBJECT, clEnqueueMigrateMemObjects(q, 1, &memory, 0, 0, NULL, NULL));
    FAILS(CL_INVALID_MEM_OBJECT, clEnqueueUnmapMemObject(q, memory, f->data, 0, NULL, NULL));
    FAILS(CL_INVALID_MEM_OBJECT, clSetKernelArg(objects[kKernel], 0, sizeof memory, &memory));
    FAILS(CL_INVALID_KERNEL, clEnqueueNDRangeKernel(q, i == 0 ? objects[kEvent] : wrong[i], 1, NULL,
                                                    &one, NULL, 0, NULL, NULL));
    FAILS(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(q, 1, &event, NULL));
    FAILS(CL_INVALID_DEVICE, clBuildProgram(objects[kProgram], 1, &no_device, "", NULL, NULL));
    FAILS(CL_INVALID_DEVICE, clGetProgramBuildInfo(objects[kProgram], no_device,
                                                   CL_PROGRAM_BUILD_STATUS, 0, NULL, NULL));
    FAILS(CL_INVALID_DEVICE, clGetKernelWorkGroupInfo(objects[kKernel], no_device,
                                                      CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, NULL));
    REFUSED(CL_INVALID_DEVICE, clCreateCommandQueue(context, no_device, 0, &code));
    REFUSED(CL_INVALID_PROGRAM,
            clLinkProgram(context, 1, &device, "", 1, &program, NULL, NULL, &code));
    REFUSED(CL_INVALID_PLATFORM, clCreateContext(platform, 1, &device, NULL, NULL, &code));
  }
  cl_event holes[] = {f->user, objects[kKernel]};
  FAILS(CL_INVALID_EVENT, clWaitForEvents(2, holes));
}

int main(void) {
  static Fixture f;
  open_fixture(&f);
  if (!on_pocl) {
    cl_program program = build_program(&f.own, "kernel void k(global int* a) { a[0] = 1; }", "");
    cl_kernel kernel = MADE(clCreateKernel(program, "k", &code));
    void* all[kKinds] = {f.own.platform, f.own.device, f.own.context, f.own.queue,
                         f.buffer,       program,      kernel,        f.user};
    memcpy(objects, all, sizeof all);
    every_pair();
    other_places(&f);
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
  }
  return close_fixture(&f);
}
