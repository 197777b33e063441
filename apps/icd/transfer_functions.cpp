// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 5.2.2 to 5.2.4 and 5.4.4: read, write, copy, fill and migrate buffers.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "enqueue.h"
#include "functions.h"
#include "memory_flags.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

cl_int CL_API_CALL read_buffer(cl_command_queue handle, cl_mem memory, cl_bool blocking,
                               std::size_t offset, std::size_t size, void* place, cl_uint count,
                               const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const auto buffer = buffer_for(*queue, memory);
    require(place != nullptr && size != 0, CL_INVALID_VALUE);
    require_inside(*buffer, offset, size);
    require(host_may_read(buffer->flags()), CL_INVALID_OPERATION);
    enqueue(queue, CL_COMMAND_READ_BUFFER, {count, wait_list, event}, blocking != CL_FALSE, [=] {
      buffer->read(offset, place, size);
      runtime().device->pass_transfer(size);
    });
  });
}

cl_int CL_API_CALL write_buffer(cl_command_queue handle, cl_mem memory, cl_bool blocking,
                                std::size_t offset, std::size_t size, const void* place,
                                cl_uint count, const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const auto buffer = buffer_for(*queue, memory);
    require(place != nullptr && size != 0, CL_INVALID_VALUE);
    require_inside(*buffer, offset, size);
    require(host_may_write(buffer->flags()), CL_INVALID_OPERATION);
    enqueue(queue, CL_COMMAND_WRITE_BUFFER, {count, wait_list, event}, blocking != CL_FALSE, [=] {
      buffer->write(offset, place, size);
      runtime().device->pass_transfer(size);
    });
  });
}

bool overlap(const MemoryObject& a, std::size_t a_offset, const MemoryObject& b,
             std::size_t b_offset, std::size_t size) {
  if (!a.shares_memory_with(b)) return false;
  const std::size_t first = a.origin() + a_offset;
  const std::size_t second = b.origin() + b_offset;
  return first < second + size && second < first + size;
}

cl_int CL_API_CALL copy_buffer(cl_command_queue handle, cl_mem source, cl_mem target,
                               std::size_t source_offset, std::size_t target_offset,
                               std::size_t size, cl_uint count, const cl_event* wait_list,
                               cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const auto from = buffer_for(*queue, source);
    const auto to = buffer_for(*queue, target);
    require(size != 0, CL_INVALID_VALUE);
    require_inside(*from, source_offset, size);
    require_inside(*to, target_offset, size);
    require(!overlap(*from, source_offset, *to, target_offset, size), CL_MEM_COPY_OVERLAP);
    enqueue(queue, CL_COMMAND_COPY_BUFFER, {count, wait_list, event}, false, [=] {
      std::vector<std::byte> bytes(size);
      from->read(source_offset, bytes.data(), size);
      to->write(target_offset, bytes.data(), size);
      runtime().device->pass_transfer(size);
    });
  });
}

bool is_pattern_size(std::size_t size) {
  constexpr std::size_t kLargestPattern = 128;  // double16
  return size != 0 && size <= kLargestPattern && (size & (size - 1)) == 0;
}

cl_int CL_API_CALL fill_buffer(cl_command_queue handle, cl_mem memory, const void* pattern,
                               std::size_t pattern_size, std::size_t offset, std::size_t size,
                               cl_uint count, const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    const auto buffer = buffer_for(*queue, memory);
    require_inside(*buffer, offset, size);
    require(pattern != nullptr && is_pattern_size(pattern_size), CL_INVALID_VALUE);
    require(offset % pattern_size == 0 && size % pattern_size == 0, CL_INVALID_VALUE);
    const auto* first = static_cast<const std::byte*>(pattern);
    const std::vector<std::byte> element(first, first + pattern_size);
    enqueue(queue, CL_COMMAND_FILL_BUFFER, {count, wait_list, event}, false, [=] {
      std::vector<std::byte> bytes(size);
      for (std::size_t at = 0; at < size; at += element.size()) {
        std::copy(element.begin(), element.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
      }
      buffer->write(offset, bytes.data(), size);
      runtime().device->pass_transfer(size);
    });
  });
}

/// There is one device, so everything is there already.
cl_int CL_API_CALL migrate(cl_command_queue handle, cl_uint memory_count, const cl_mem* memory,
                           cl_mem_migration_flags flags, cl_uint count, const cl_event* wait_list,
                           cl_event* event) {
  return guarded([&] {
    constexpr cl_mem_migration_flags kKnown =
        CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    const auto queue = object_of<CommandQueue>(handle);
    require(memory_count != 0 && memory != nullptr, CL_INVALID_VALUE);
    require((flags & ~kKnown) == 0, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < memory_count; ++i) memory_for(*queue, memory[i]);
    enqueue(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, {count, wait_list, event}, false, {});
  });
}

}  // namespace

void add_transfer_functions(cl_icd_dispatch& table) {
  table.clEnqueueReadBuffer = read_buffer;
  table.clEnqueueWriteBuffer = write_buffer;
  table.clEnqueueCopyBuffer = copy_buffer;
  table.clEnqueueFillBuffer = fill_buffer;
  table.clEnqueueMigrateMemObjects = migrate;
}

}  // namespace lanefold::icd
