// SPDX-License-Identifier: Apache-2.0
// clGetKernelSubGroupInfo of OpenCL 2.1, and the same function of cl_khr_subgroups.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "decisions/execute/sub_groups.h"
#include "functions.h"
#include "info.h"
#include "kernel_limits.h"
#include "runtime.h"
#include "sub_groups.h"

namespace lanefold::icd {
namespace {

/// What the application asks about: sizes of its type.
std::vector<std::size_t> sizes_of(std::size_t bytes, const void* input) {
  require(input != nullptr && bytes != 0 && bytes % sizeof(std::size_t) == 0, CL_INVALID_VALUE);
  std::vector<std::size_t> sizes(bytes / sizeof(std::size_t));
  std::memcpy(sizes.data(), input, bytes);
  return sizes;
}

/// Work-items of a group with a size in each of one to three dimensions.
std::uint32_t group_items(std::size_t bytes, const void* input) {
  const std::vector<std::size_t> sizes = sizes_of(bytes, input);
  require(sizes.size() <= 3, CL_INVALID_VALUE);
  std::uint64_t items = 1;
  for (const std::size_t size : sizes) {
    require(size != 0 && size <= UINT32_MAX / items, CL_INVALID_VALUE);
    items *= size;
  }
  return static_cast<std::uint32_t>(items);
}

/// A group of `count` sub-groups: all work-items in dimension 0. Zeros if there can be none.
void tell_local_size(const Kernel& kernel, std::size_t count, std::size_t dimensions,
                     std::uint32_t width, const InfoSink& sink) {
  const bool fits = count != 0 && count <= largest_group(kernel) / width;
  const auto& required = kernel.info.required_work_group_size;
  const std::size_t items = fits && required[0] == 0 ? count * width : 0;
  std::vector<std::size_t> local(dimensions, items == 0 ? 0 : 1);
  local.front() = items;
  sink.list(local);
}

cl_int CL_API_CALL get_sub_group_info(cl_kernel handle, cl_device_id device,
                                      cl_kernel_sub_group_info name, std::size_t input_size,
                                      const void* input, std::size_t size, void* value,
                                      std::size_t* size_ret) {
  return guarded([&] {
    const auto kernel = object_of<Kernel>(handle);
    if (device != nullptr) require_device(device);
    const MachineConfig& machine = runtime().device->machine();
    require(has_sub_groups(machine), CL_INVALID_OPERATION);
    const std::uint32_t width = machine.core.warp_width;
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
        group_items(input_size, input);
        return sink.value<std::size_t>(width);
      case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
        return sink.value<std::size_t>(sub_group_count(group_items(input_size, input), width));
      case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: {
        const std::vector<std::size_t> count = sizes_of(input_size, input);
        require(count.size() == 1, CL_INVALID_VALUE);
        const std::size_t dimensions = value == nullptr ? 3 : size / sizeof(std::size_t);
        require(dimensions != 0, CL_INVALID_VALUE);
        return tell_local_size(*kernel, count[0], std::min<std::size_t>(dimensions, 3), width,
                               sink);
      }
      case CL_KERNEL_MAX_NUM_SUB_GROUPS:
        return sink.value<std::size_t>(
            sub_group_count(static_cast<std::uint32_t>(largest_group(*kernel)), width));
      case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
        return sink.value<std::size_t>(0);  // no attribute of OpenCL C 1.2 asks for a number
      case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
        return sink.value<std::size_t>(kernel->info.required_sub_group_size);
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  });
}

}  // namespace

void add_sub_group_functions(cl_icd_dispatch& table) {
  table.clGetKernelSubGroupInfo = get_sub_group_info;
  table.clGetKernelSubGroupInfoKHR = get_sub_group_info;
}

}  // namespace lanefold::icd
