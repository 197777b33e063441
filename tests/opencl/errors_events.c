// SPDX-License-Identifier: Apache-2.0
// Refusals of events, markers, barriers, migrations and mappings.
#include "errors_fixture.h"

static void CL_CALLBACK ignore(cl_event event, cl_int status, void* user) {
  (void)event, (void)status, (void)user;
}

static void events(Fixture* f) {
  cl_event none = NULL, mixed[2] = {f->user, f->foreign_user}, holes[2] = {f->user, NULL};
  cl_event command = NULL;
  OK(clEnqueueMarkerWithWaitList(f->own.queue, 0, NULL, &command));
  REFUSED(CL_INVALID_CONTEXT, clCreateUserEvent(NULL, &code));
  FAILS(CL_INVALID_EVENT, clSetUserEventStatus(NULL, CL_COMPLETE));
  FAILS(CL_INVALID_EVENT, clSetUserEventStatus(command, CL_COMPLETE));
  FAILS(CL_INVALID_VALUE, clSetUserEventStatus(f->user, CL_RUNNING));
  FAILS(CL_INVALID_VALUE, clSetUserEventStatus(f->user, CL_QUEUED));
  FAILS(CL_INVALID_VALUE, clWaitForEvents(0, &f->user));
  FAILS(CL_INVALID_VALUE, clWaitForEvents(1, NULL));
  FAILS(CL_INVALID_EVENT, clWaitForEvents(1, &none));
  FAILS(CL_INVALID_EVENT, clWaitForEvents(2, holes));
  FAILS(CL_INVALID_CONTEXT, clWaitForEvents(2, mixed));
  FAILS(CL_INVALID_EVENT, clGetEventInfo(NULL, CL_EVENT_CONTEXT, 0, NULL, NULL));
  FAILS(CL_INVALID_EVENT, clRetainEvent(NULL));
  FAILS(CL_INVALID_EVENT, clReleaseEvent(NULL));
  FAILS(CL_INVALID_EVENT, clSetEventCallback(NULL, CL_COMPLETE, ignore, NULL));
  FAILS(CL_INVALID_VALUE, clSetEventCallback(f->user, CL_COMPLETE, NULL, NULL));
  FAILS(CL_INVALID_VALUE, clSetEventCallback(f->user, CL_QUEUED, ignore, NULL));
  FAILS(CL_INVALID_VALUE, clSetEventCallback(f->user, -1, ignore, NULL));
  FAILS(CL_INVALID_EVENT, clGetEventProfilingInfo(NULL, CL_PROFILING_COMMAND_END, 0, NULL, NULL));
  OK(clReleaseEvent(command));
}

static void markers_and_barriers(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_event none = NULL;
  FAILS(CL_INVALID_COMMAND_QUEUE, clEnqueueMarkerWithWaitList(NULL, 0, NULL, NULL));
  FAILS(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrierWithWaitList(NULL, 0, NULL, NULL));
  WAIT_LIST_FAULTS(f, clEnqueueMarkerWithWaitList, q);
  WAIT_LIST_FAULTS(f, clEnqueueBarrierWithWaitList, q);
  FAILS(CL_INVALID_COMMAND_QUEUE, clEnqueueMarker(NULL, &none));
  FAILS(CL_INVALID_VALUE, clEnqueueMarker(q, NULL));
  FAILS(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier(NULL));
  FAILS(CL_INVALID_COMMAND_QUEUE, clEnqueueWaitForEvents(NULL, 1, &f->user));
  POCL_CRASHES(FAILS(CL_INVALID_VALUE, clEnqueueWaitForEvents(q, 0, &f->user)));
  POCL_CRASHES(FAILS(CL_INVALID_VALUE, clEnqueueWaitForEvents(q, 1, NULL)));
  POCL_CRASHES(FAILS(CL_INVALID_EVENT, clEnqueueWaitForEvents(q, 1, &none)));
  POCL_CRASHES(FAILS(CL_INVALID_CONTEXT, clEnqueueWaitForEvents(q, 1, &f->foreign_user)));
}

static void migrations(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_mem b[2] = {f->buffer, NULL}, mixed[2] = {f->buffer, f->foreign_buffer};
#define MIGRATE(...) clEnqueueMigrateMemObjects(__VA_ARGS__, 0, NULL, NULL)
  FAILS(CL_INVALID_COMMAND_QUEUE, MIGRATE(NULL, 1, b, 0));
  FAILS(CL_INVALID_VALUE, MIGRATE(q, 0, b, 0));
  FAILS(CL_INVALID_VALUE, MIGRATE(q, 1, NULL, 0));
  FAILS(CL_INVALID_VALUE, MIGRATE(q, 1, b, 1 << 10));
  FAILS(CL_INVALID_MEM_OBJECT, MIGRATE(q, 2, b, 0));
  FAILS(CL_INVALID_CONTEXT, MIGRATE(q, 2, mixed, 0));
  WAIT_LIST_FAULTS(f, clEnqueueMigrateMemObjects, q, 1, b, 0);
}

typedef struct {
  cl_mem_flags buffer;
  cl_map_flags map;
  cl_int result;
} Access;

/// What the host may do by the flags of the buffer.
static const Access accesses[] = {
    {CL_MEM_HOST_WRITE_ONLY, CL_MAP_READ, CL_INVALID_OPERATION},
    {CL_MEM_HOST_WRITE_ONLY, CL_MAP_READ | CL_MAP_WRITE, CL_INVALID_OPERATION},
    {CL_MEM_HOST_WRITE_ONLY, CL_MAP_WRITE, CL_SUCCESS},
    {CL_MEM_HOST_WRITE_ONLY, CL_MAP_WRITE_INVALIDATE_REGION, CL_SUCCESS},
    {CL_MEM_HOST_READ_ONLY, CL_MAP_READ, CL_SUCCESS},
    {CL_MEM_HOST_READ_ONLY, CL_MAP_WRITE, CL_INVALID_OPERATION},
    {CL_MEM_HOST_READ_ONLY, CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_OPERATION},
    {CL_MEM_HOST_NO_ACCESS, CL_MAP_READ, CL_INVALID_OPERATION},
    {CL_MEM_HOST_NO_ACCESS, CL_MAP_WRITE, CL_INVALID_OPERATION},
    {CL_MEM_HOST_NO_ACCESS, CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_OPERATION},
};

static void mappings(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_mem b = f->buffer;
  const cl_event none = NULL;
#define MAP(queue, buffer, flags, offset, size) \
  clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, size, 0, NULL, NULL, &code)
#define MAP_AFTER(count, list) \
  clEnqueueMapBuffer(q, b, CL_FALSE, CL_MAP_READ, 0, 16, count, list, NULL, &code)
  REFUSED(CL_INVALID_COMMAND_QUEUE, MAP(NULL, b, CL_MAP_READ, 0, 16));
  REFUSED(CL_INVALID_MEM_OBJECT, MAP(q, NULL, CL_MAP_READ, 0, 16));
  REFUSED(CL_INVALID_CONTEXT, MAP(q, f->foreign_buffer, CL_MAP_READ, 0, 16));
  pocl_differs("5.4.2: map_flags");
  REFUSED(CL_INVALID_VALUE, MAP(q, b, 1 << 10, 0, 16));
  pocl_differs("5.4.2: map_flags");
  REFUSED(CL_INVALID_VALUE, MAP(q, b, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 16));
  pocl_differs("5.4.2: map_flags");
  REFUSED(CL_INVALID_VALUE, MAP(q, b, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 16));
  REFUSED(CL_INVALID_VALUE, MAP(q, b, CL_MAP_READ, 0, FIXTURE_SIZE + 1));
  REFUSED(CL_INVALID_VALUE, MAP(q, b, CL_MAP_READ, FIXTURE_SIZE, 1));
  REFUSED(CL_INVALID_VALUE, MAP(q, b, CL_MAP_READ, (size_t)-8, 16));
  REFUSED(CL_INVALID_VALUE, MAP(q, b, CL_MAP_READ, 0, 0));
  REFUSED(CL_INVALID_EVENT_WAIT_LIST, MAP_AFTER(1, NULL));
  REFUSED(CL_INVALID_EVENT_WAIT_LIST, MAP_AFTER(0, &f->user));
  REFUSED(CL_INVALID_EVENT_WAIT_LIST, MAP_AFTER(1, &none));
  REFUSED(CL_INVALID_CONTEXT, MAP_AFTER(1, &f->foreign_user));
  for (size_t i = 0; i < COUNT(accesses); ++i) {
    cl_mem a = MADE(clCreateBuffer(f->own.context, accesses[i].buffer, 64, NULL, &code));
    void* p = MAP(q, a, accesses[i].map, 0, 64);
    FAILS(accesses[i].result, code);
    EQUAL(accesses[i].result == CL_SUCCESS, p != NULL);
    if (p != NULL) OK(clEnqueueUnmapMemObject(q, a, p, 0, NULL, NULL));
    OK(clReleaseMemObject(a));
  }
}

static void unmappings(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_mem b = f->buffer;
  void* p = MADE(MAP(q, b, CL_MAP_READ, 0, 64));
#define UNMAP(...) clEnqueueUnmapMemObject(__VA_ARGS__, 0, NULL, NULL)
  FAILS(CL_INVALID_COMMAND_QUEUE, UNMAP(NULL, b, p));
  FAILS(CL_INVALID_MEM_OBJECT, UNMAP(q, NULL, p));
  FAILS(CL_INVALID_CONTEXT, UNMAP(q, f->foreign_buffer, p));
  FAILS(CL_INVALID_VALUE, UNMAP(q, b, NULL));
  FAILS(CL_INVALID_VALUE, UNMAP(q, b, f->data));
  WAIT_LIST_FAULTS(f, clEnqueueUnmapMemObject, q, b, p);
  OK(UNMAP(q, b, p));
  OK(clFinish(q));
  pocl_differs("5.4.2: it is mapped no longer");
  FAILS(CL_INVALID_VALUE, UNMAP(q, b, p));
}

int main(void) {
  static Fixture f;
  open_fixture(&f);
  events(&f);
  markers_and_barriers(&f);
  migrations(&f);
  mappings(&f);
  unmappings(&f);
  return close_fixture(&f);
}
