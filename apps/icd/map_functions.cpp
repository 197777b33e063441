// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 5.2.5, 5.3.6 and 5.4.2: mapped buffers and images.
#include "enqueue.h"
#include "functions.h"
#include "memory_flags.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

void check_flags(cl_map_flags flags, const MemoryObject& memory) {
  constexpr cl_map_flags kWrites = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  require((flags & ~(CL_MAP_READ | kWrites)) == 0, CL_INVALID_VALUE);
  const bool invalidates = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0;
  require(!invalidates || flags == CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_VALUE);
  require((flags & CL_MAP_READ) == 0 || host_may_read(memory.flags()), CL_INVALID_OPERATION);
  require((flags & kWrites) == 0 || host_may_write(memory.flags()), CL_INVALID_OPERATION);
}

/// Maps a region; returns where the application sees it.
void* enqueue_map(const std::shared_ptr<CommandQueue>& queue, cl_command_type type,
                  const std::shared_ptr<MemoryObject>& memory, const Box& region,
                  cl_map_flags flags, bool blocking, const EventArguments& events) {
  check_flags(flags, *memory);
  events_of(queue->context.get(), events.count, events.wait_list);
  void* place = memory->map(region, flags);
  try {
    enqueue(queue, type, events, blocking, [=] {
      memory->fill_mapped(region, flags);
      runtime().device->pass_transfer(region.bytes());
    });
  } catch (...) {
    memory->unmap(place);
    throw;
  }
  return place;
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
    return enqueue_map(queue, CL_COMMAND_MAP_BUFFER, buffer, piece(offset, size), flags,
                       blocking != CL_FALSE, {count, wait_list, event});
  });
}

void* CL_API_CALL map_image(cl_command_queue handle, cl_mem memory, cl_bool blocking,
                            cl_map_flags flags, const std::size_t* origin,
                            const std::size_t* region, std::size_t* row_pitch,
                            std::size_t* slice_pitch, cl_uint count, const cl_event* wait_list,
                            cl_event* event, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    const auto queue = object_of<CommandQueue>(handle);
    const auto image = image_for(*queue, memory);
    const ImageShape& shape = image->image()->shape;
    const Box box = box_in(shape, origin, region);
    require(row_pitch != nullptr, CL_INVALID_VALUE);
    require(slice_pitch != nullptr || !shape.has_slices(), CL_INVALID_VALUE);
    void* place = enqueue_map(queue, CL_COMMAND_MAP_IMAGE, image, box, flags, blocking != CL_FALSE,
                              {count, wait_list, event});
    *row_pitch = shape.row_pitch;
    if (slice_pitch != nullptr) *slice_pitch = shape.has_slices() ? shape.slice_pitch : 0;
    return place;
  });
}

cl_int CL_API_CALL unmap(cl_command_queue handle, cl_mem memory, void* place, cl_uint count,
                         const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const auto object = memory_for(*queue, memory);
    events_of(queue->context.get(), count, wait_list);
    const MemoryObject::Mapping mapping = object->unmap(place);
    enqueue(queue, CL_COMMAND_UNMAP_MEM_OBJECT, {count, wait_list, event}, false, [=] {
      object->write_back(mapping);
      runtime().device->pass_transfer(mapping.region.bytes());
    });
  });
}

}  // namespace

void add_map_functions(cl_icd_dispatch& table) {
  table.clEnqueueMapBuffer = map_buffer;
  table.clEnqueueMapImage = map_image;
  table.clEnqueueUnmapMemObject = unmap;
}

}  // namespace lanefold::icd
