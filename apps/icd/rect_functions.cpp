// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 5.2.2 and 5.2.3: read, write and copy boxes of buffers.
#include <utility>
#include <vector>

#include "enqueue.h"
#include "functions.h"
#include "memory_flags.h"
#include "rect.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

/// A box in a buffer.
struct BufferBox {
  std::shared_ptr<MemoryObject> buffer;
  RectLayout layout;
};

BufferBox box_in(const CommandQueue& queue, cl_mem handle, const std::size_t* origin,
                 const std::size_t* region, std::size_t row_pitch, std::size_t slice_pitch) {
  BufferBox box;
  box.buffer = buffer_for(queue, handle);
  box.layout = layout_of(origin, region, row_pitch, slice_pitch);
  require(end_of(box.layout, {region[0], region[1], region[2]}) <= box.buffer->size(),
          CL_INVALID_VALUE);
  return box;
}

std::size_t bytes_of(const Extent& region) { return region[0] * region[1] * region[2]; }

/// What the calls that read and write have in common.
struct HostTransfer {
  const std::size_t* buffer_origin;
  const std::size_t* host_origin;
  const std::size_t* region;
  std::size_t buffer_row_pitch;
  std::size_t buffer_slice_pitch;
  std::size_t host_row_pitch;
  std::size_t host_slice_pitch;
  bool blocking;
  bool (*allowed)(cl_mem_flags);
};

/// `move` takes a row of bytes from the one side to the other: the buffer, its offset there, the
/// row on the host, its size.
template <class Byte, class Move>
void enqueue_transfer(cl_command_queue handle, cl_command_type type, cl_mem memory,
                      const HostTransfer& transfer, Byte* place, const EventArguments& events,
                      Move move) {
  const auto queue = object_of<CommandQueue>(handle);
  const std::size_t* region = transfer.region;
  const BufferBox box = box_in(*queue, memory, transfer.buffer_origin, region,
                               transfer.buffer_row_pitch, transfer.buffer_slice_pitch);
  const RectLayout host =
      layout_of(transfer.host_origin, region, transfer.host_row_pitch, transfer.host_slice_pitch);
  require(place != nullptr, CL_INVALID_VALUE);
  require(transfer.allowed(box.buffer->flags()), CL_INVALID_OPERATION);
  const Extent extent{region[0], region[1], region[2]};
  enqueue(queue, type, events, transfer.blocking, [=] {
    for_each_row(extent, [&](std::size_t y, std::size_t z) {
      move(*box.buffer, box.layout.row(y, z), place + host.row(y, z), extent[0]);
    });
    runtime().device->pass_transfer(bytes_of(extent));
  });
}

cl_int CL_API_CALL read_rect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                             const std::size_t* buffer_origin, const std::size_t* host_origin,
                             const std::size_t* region, std::size_t buffer_row_pitch,
                             std::size_t buffer_slice_pitch, std::size_t host_row_pitch,
                             std::size_t host_slice_pitch, void* place, cl_uint count,
                             const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    enqueue_transfer(queue, CL_COMMAND_READ_BUFFER_RECT, memory,
                     {buffer_origin, host_origin, region, buffer_row_pitch, buffer_slice_pitch,
                      host_row_pitch, host_slice_pitch, blocking != CL_FALSE, host_may_read},
                     static_cast<std::byte*>(place), {count, wait_list, event},
                     [](MemoryObject& buffer, std::size_t offset, std::byte* row,
                        std::size_t bytes) { buffer.read(offset, row, bytes); });
  });
}

cl_int CL_API_CALL write_rect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                              const std::size_t* buffer_origin, const std::size_t* host_origin,
                              const std::size_t* region, std::size_t buffer_row_pitch,
                              std::size_t buffer_slice_pitch, std::size_t host_row_pitch,
                              std::size_t host_slice_pitch, const void* place, cl_uint count,
                              const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    enqueue_transfer(queue, CL_COMMAND_WRITE_BUFFER_RECT, memory,
                     {buffer_origin, host_origin, region, buffer_row_pitch, buffer_slice_pitch,
                      host_row_pitch, host_slice_pitch, blocking != CL_FALSE, host_may_write},
                     static_cast<const std::byte*>(place), {count, wait_list, event},
                     [](MemoryObject& buffer, std::size_t offset, const std::byte* row,
                        std::size_t bytes) { buffer.write(offset, row, bytes); });
  });
}

/// Boxes of one memory must have the same pitches, and no byte in common.
void check_copy(const BufferBox& from, const BufferBox& to, const Extent& region) {
  if (!from.buffer->shares_memory_with(*to.buffer)) return;
  if (from.buffer == to.buffer) {
    require(from.layout.row_pitch == to.layout.row_pitch &&
                from.layout.slice_pitch == to.layout.slice_pitch,
            CL_INVALID_VALUE);
  }
  RectLayout a = from.layout;
  RectLayout b = to.layout;
  a.offset += from.buffer->origin();
  b.offset += to.buffer->origin();
  require(!overlap(a, b, region), CL_MEM_COPY_OVERLAP);
}

cl_int CL_API_CALL copy_rect(cl_command_queue handle, cl_mem source, cl_mem target,
                             const std::size_t* source_origin, const std::size_t* target_origin,
                             const std::size_t* region, std::size_t source_row_pitch,
                             std::size_t source_slice_pitch, std::size_t target_row_pitch,
                             std::size_t target_slice_pitch, cl_uint count,
                             const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const BufferBox from =
        box_in(*queue, source, source_origin, region, source_row_pitch, source_slice_pitch);
    const BufferBox to =
        box_in(*queue, target, target_origin, region, target_row_pitch, target_slice_pitch);
    const Extent extent{region[0], region[1], region[2]};
    check_copy(from, to, extent);
    enqueue(queue, CL_COMMAND_COPY_BUFFER_RECT, {count, wait_list, event}, false, [=] {
      std::vector<std::byte> row(extent[0]);
      for_each_row(extent, [&](std::size_t y, std::size_t z) {
        from.buffer->read(from.layout.row(y, z), row.data(), row.size());
        to.buffer->write(to.layout.row(y, z), row.data(), row.size());
      });
      runtime().device->pass_transfer(bytes_of(extent));
    });
  });
}

}  // namespace

void add_rect_functions(cl_icd_dispatch& table) {
  table.clEnqueueReadBufferRect = read_rect;
  table.clEnqueueWriteBufferRect = write_rect;
  table.clEnqueueCopyBufferRect = copy_rect;
}

}  // namespace lanefold::icd
