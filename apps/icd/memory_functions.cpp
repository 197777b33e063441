// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 5.2.1, 5.4.3 to 5.4.5: buffers and sub-buffers.
#include <utility>

#include "device_info.h"
#include "device_limits.h"
#include "functions.h"
#include "info.h"
#include "memory_flags.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, std::size_t size,
                                 void* host_pointer, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    auto of_context = object_of<Context>(context);
    const cl_mem_flags checked = checked_buffer_flags(flags);
    const std::shared_ptr<SimulatedDevice>& device = runtime().device;
    require(size != 0 && size <= max_allocation(*device), CL_INVALID_BUFFER_SIZE);
    const bool wants_pointer = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
    require(wants_pointer == (host_pointer != nullptr), CL_INVALID_HOST_PTR);
    return objects<MemoryObject>().publish(
        std::make_unique<MemoryObject>(std::move(of_context), device, checked, size, host_pointer));
  });
}

/// clCreateBufferWithProperties of OpenCL 3.0; without properties it equals clCreateBuffer.
cl_mem CL_API_CALL create_buffer_with_properties(cl_context context,
                                                 const cl_mem_properties* properties,
                                                 cl_mem_flags flags, std::size_t size,
                                                 void* host_pointer, cl_int* errcode_ret) {
  if (properties == nullptr || *properties == 0) {
    return create_buffer(context, flags, size, host_pointer, errcode_ret);
  }
  if (errcode_ret != nullptr) *errcode_ret = CL_INVALID_PROPERTY;
  return nullptr;
}

cl_mem CL_API_CALL create_sub_buffer(cl_mem handle, cl_mem_flags flags, cl_buffer_create_type type,
                                     const void* info, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    auto buffer = object_of<MemoryObject>(handle);
    require(buffer->parent() == nullptr && buffer->image() == nullptr, CL_INVALID_MEM_OBJECT);
    const cl_mem_flags checked = checked_sub_buffer_flags(flags, buffer->flags());
    require(type == CL_BUFFER_CREATE_TYPE_REGION && info != nullptr, CL_INVALID_VALUE);
    const cl_buffer_region region = *static_cast<const cl_buffer_region*>(info);
    require(region.size != 0, CL_INVALID_BUFFER_SIZE);
    require(region.origin <= buffer->size() && region.size <= buffer->size() - region.origin,
            CL_INVALID_VALUE);
    require(region.origin % kBaseAlignment == 0, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    return objects<MemoryObject>().publish(
        std::make_unique<MemoryObject>(std::move(buffer), checked, region.origin, region.size));
  });
}

cl_int CL_API_CALL retain_memory(cl_mem memory) {
  return guarded([&] { objects<MemoryObject>().retain(memory); });
}

cl_int CL_API_CALL release_memory(cl_mem memory) {
  return guarded([&] { objects<MemoryObject>().release(memory); });
}

cl_int CL_API_CALL get_memory_info(cl_mem handle, cl_mem_info name, std::size_t size, void* value,
                                   std::size_t* size_ret) {
  return guarded([&] {
    const auto memory = object_of<MemoryObject>(handle);
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_MEM_TYPE:
        return sink.value<cl_mem_object_type>(
            memory->image() == nullptr ? CL_MEM_OBJECT_BUFFER : memory->image()->shape.type);
      case CL_MEM_FLAGS:
        return sink.value(memory->flags());
      case CL_MEM_SIZE:
        return sink.value(memory->size());
      case CL_MEM_HOST_PTR:
        return sink.value(memory->host_pointer());
      case CL_MEM_MAP_COUNT:
        return sink.value(memory->map_count());
      case CL_MEM_REFERENCE_COUNT:
        return sink.value(objects<MemoryObject>().references(handle));
      case CL_MEM_CONTEXT:
        return sink.value<cl_context>(memory->context.get());
      case CL_MEM_ASSOCIATED_MEMOBJECT:
        return sink.value<cl_mem>(memory->parent().get());
      case CL_MEM_OFFSET:
        return sink.value<std::size_t>(memory->image() == nullptr ? memory->origin() : 0);
      case CL_MEM_USES_SVM_POINTER:
        return sink.flag(false);
      case CL_MEM_PROPERTIES:
        return sink.list(std::vector<cl_mem_properties>());
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  });
}

cl_int CL_API_CALL set_destructor_callback(cl_mem handle, void(CL_CALLBACK* notify)(cl_mem, void*),
                                           void* user_data) {
  return guarded([&] {
    const auto memory = object_of<MemoryObject>(handle);
    require(notify != nullptr, CL_INVALID_VALUE);
    memory->on_destruction.add(notification(handle, notify, user_data));
  });
}

}  // namespace

void add_memory_functions(cl_icd_dispatch& table) {
  table.clCreateBuffer = create_buffer;
  table.clCreateBufferWithProperties = create_buffer_with_properties;
  table.clCreateSubBuffer = create_sub_buffer;
  table.clRetainMemObject = retain_memory;
  table.clReleaseMemObject = release_memory;
  table.clGetMemObjectInfo = get_memory_info;
  table.clSetMemObjectDestructorCallback = set_destructor_callback;
}

}  // namespace lanefold::icd
