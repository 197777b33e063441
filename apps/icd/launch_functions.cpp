// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.8: launches, tasks and native kernels.
#include <cstring>
#include <utility>
#include <vector>

#include "enqueue.h"
#include "functions.h"
#include "lanefold/error.h"
#include "nd_range.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

/// Runs the kernel; the context hears what went wrong, too.
void run(const Kernel& kernel, const NDRange& range, const Kernel::Arguments& arguments) {
  try {
    runtime().device->launch(*kernel.executable, kernel.info.name, range, arguments.values);
  } catch (const Error& error) {
    kernel.program->context->notify(error.what());
    throw;
  }
}

void launch(cl_command_queue queue_handle, cl_kernel kernel_handle, cl_command_type type,
            const RequestedRange& request, const EventArguments& events) {
  const auto queue = object_of<CommandQueue>(queue_handle);
  const auto kernel = object_of<Kernel>(kernel_handle);
  require(kernel->program->context == queue->context, CL_INVALID_CONTEXT);
  const SimulatedDevice& device = *runtime().device;
  const NDRange range = nd_range_of(request, kernel->info, device.max_work_group_size());
  Kernel::Arguments arguments = kernel->arguments();
  const std::uint64_t items = std::uint64_t{range.local[0]} * range.local[1] * range.local[2];
  require(kernel->local_bytes(items) <= device.local_memory_bytes(), CL_OUT_OF_RESOURCES);
  enqueue(queue, type, events, false,
          [=, arguments = std::move(arguments)] { run(*kernel, range, arguments); });
}

cl_int CL_API_CALL enqueue_nd_range(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                    const std::size_t* offset, const std::size_t* global,
                                    const std::size_t* local, cl_uint count,
                                    const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    launch(queue, kernel, CL_COMMAND_NDRANGE_KERNEL, {dimensions, offset, global, local},
           {count, wait_list, event});
  });
}

cl_int CL_API_CALL enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint count,
                                const cl_event* wait_list, cl_event* event) {
  return guarded([&] {
    const std::size_t one = 1;
    launch(queue, kernel, CL_COMMAND_TASK, {1, nullptr, &one, &one}, {count, wait_list, event});
  });
}

using NativeFunction = void(CL_CALLBACK*)(void*);

/// The arguments of a native kernel: a copy of the application's bytes, with places in them that
/// get the addresses of buffers.
struct NativeArguments {
  std::vector<std::byte> bytes;
  std::vector<std::pair<std::size_t, std::shared_ptr<MemoryObject>>> places;
};

NativeArguments native_arguments(const CommandQueue& queue, const void* data, std::size_t size,
                                 cl_uint count, const cl_mem* list, const void** locations) {
  require((data != nullptr) == (size != 0), CL_INVALID_VALUE);
  require(data != nullptr || count == 0, CL_INVALID_VALUE);
  require((count != 0) == (list != nullptr) && (count != 0) == (locations != nullptr),
          CL_INVALID_VALUE);
  const auto* first = static_cast<const std::byte*>(data);
  NativeArguments arguments;
  if (data != nullptr) arguments.bytes.assign(first, first + size);
  for (cl_uint i = 0; i < count; ++i) {
    auto memory = memory_for(queue, list[i]);
    const auto* location = static_cast<const std::byte*>(locations[i]);
    require(location >= first && location + sizeof(void*) <= first + size, CL_INVALID_VALUE);
    arguments.places.emplace_back(location - first, std::move(memory));
  }
  return arguments;
}

/// The host's memory is not the machine's: buffers are there while the function runs.
void run_native(NativeFunction function, NativeArguments arguments) {
  constexpr cl_map_flags kBoth = CL_MAP_READ | CL_MAP_WRITE;
  std::vector<void*> mapped;
  for (const auto& [place, memory] : arguments.places) {
    const Box whole = piece(0, memory->size());
    void* address = memory->map(whole, kBoth);
    memory->fill_mapped(whole, kBoth);
    mapped.push_back(address);
    std::memcpy(arguments.bytes.data() + place, &address, sizeof address);
  }
  function(arguments.bytes.empty() ? nullptr : arguments.bytes.data());
  for (std::size_t i = 0; i < mapped.size(); ++i) {
    MemoryObject& memory = *arguments.places[i].second;
    memory.write_back(memory.unmap(mapped[i]));
  }
}

cl_int CL_API_CALL enqueue_native(cl_command_queue handle, NativeFunction function, void* data,
                                  std::size_t size, cl_uint memory_count, const cl_mem* list,
                                  const void** locations, cl_uint count, const cl_event* wait_list,
                                  cl_event* event) {
  return guarded([&] {
    const auto queue = object_of<CommandQueue>(handle);
    require(function != nullptr, CL_INVALID_VALUE);
    NativeArguments arguments = native_arguments(*queue, data, size, memory_count, list, locations);
    enqueue(queue, CL_COMMAND_NATIVE_KERNEL, {count, wait_list, event}, false,
            [function, arguments = std::move(arguments)] { run_native(function, arguments); });
  });
}

}  // namespace

void add_launch_functions(cl_icd_dispatch& table) {
  table.clEnqueueNDRangeKernel = enqueue_nd_range;
  table.clEnqueueTask = enqueue_task;
  table.clEnqueueNativeKernel = enqueue_native;
}

}  // namespace lanefold::icd
