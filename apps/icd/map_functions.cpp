// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 5.2.5 and 5.4.2: mapped buffers.
#include "enqueue.h"
#include "functions.h"
#include "memory_flags.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

void check_flags(cl_map_flags flags, const MemoryObject& buffer) {
  constexpr cl_map_flags kWrites = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  require((flags & ~(CL_MAP_READ | kWrites)) == 0, CL_INVALID_VALUE);
  const bool invalidates = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0;
  require(!invalidates || flags == CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_VALUE);
  require((flags & CL_MAP_READ) == 0 || host_may_read(buffer.flags()), CL_INVALID_OPERATION);
  require((flags & kWrites) == 0 || host_may_write(buffer.flags()), CL_INVALID_OPERATION);
}

void* CL_API_CALL map_buffer(cl_command_queue handle, cl_mem memory, cl_bool blocking,
                             cl_map_flags flags, std::size_t offset, std::size_t size,
                             cl_uint count, const cl_event* wait_list, cl_event* event,
                             cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    const auto queue = object_of<CommandQueue>(handle);
    const auto buffer = buffer_for(*queue, memory);
    require(size != 0, CL_INVALID_VALUE);
    require_inside(*buffer, offset, size);
    check_flags(flags, *buffer);
    events_of(queue->context.get(), count, wait_list);
    void* place = buffer->map(offset, size, flags);
    try {
      enqueue(queue, CL_COMMAND_MAP_BUFFER, {count, wait_list, event}, blocking != CL_FALSE, [=] {
        buffer->fill_mapped(offset, size, flags);
        runtime().device->pass_transfer(size);
      });
    } catch (...) {
      buffer->unmap(place);
      throw;
    }
    return place;
  });
}

cl_int CL_API_CALL unmap(cl_command_queue handle, cl_mem memory, void* place, cl_uint count,
                         const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const auto buffer = buffer_for(*queue, memory);
    events_of(queue->context.get(), count, wait_list);
    const MemoryObject::Mapping mapping = buffer->unmap(place);
    enqueue(queue, CL_COMMAND_UNMAP_MEM_OBJECT, {count, wait_list, event}, false, [=] {
      buffer->write_back(mapping);
      runtime().device->pass_transfer(mapping.bytes);
    });
  });
}

}  // namespace

void add_map_functions(cl_icd_dispatch& table) {
  table.clEnqueueMapBuffer = map_buffer;
  table.clEnqueueUnmapMemObject = unmap;
}

}  // namespace lanefold::icd
