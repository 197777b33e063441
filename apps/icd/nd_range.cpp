// SPDX-License-Identifier: Apache-2.0
// From sizes as the application gives them to an index space.
#include "nd_range.h"

#include <algorithm>
#include <limits>

#include "api_error.h"

namespace lanefold::icd {
namespace {

constexpr std::uint64_t kMostItems = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kUsualGroupSize = 64;

std::uint32_t checked(std::size_t value, std::uint64_t most, cl_int otherwise) {
  require(value <= most, otherwise);
  return static_cast<std::uint32_t>(value);
}

/// The largest divisor of `number` that is at most `most`.
std::uint32_t largest_divisor(std::uint32_t number, std::uint32_t most) {
  std::uint32_t divisor = std::min(number, most);
  while (number % divisor != 0) --divisor;
  return divisor;
}

void choose_local(NDRange& range, std::uint32_t largest_group) {
  std::uint32_t rest = std::max(1U, std::min(kUsualGroupSize, largest_group));
  for (unsigned d = 0; d < range.dimensions; ++d) {
    range.local[d] = largest_divisor(range.global[d], rest);
    rest /= range.local[d];
  }
}

void check_local(const NDRange& range, std::uint32_t largest_group) {
  std::uint64_t items = 1;
  for (unsigned d = 0; d < range.dimensions; ++d) {
    require(range.local[d] != 0, CL_INVALID_WORK_GROUP_SIZE);
    require(range.local[d] <= largest_group, CL_INVALID_WORK_ITEM_SIZE);
    require(range.global[d] % range.local[d] == 0, CL_INVALID_WORK_GROUP_SIZE);
    items *= range.local[d];
  }
  require(items <= largest_group, CL_INVALID_WORK_GROUP_SIZE);
}

}  // namespace

NDRange nd_range_of(const RequestedRange& request, const KernelInfo& kernel,
                    std::uint32_t largest_group) {
  require(request.dimensions >= 1 && request.dimensions <= 3, CL_INVALID_WORK_DIMENSION);
  require(request.global != nullptr, CL_INVALID_GLOBAL_WORK_SIZE);
  NDRange range;
  range.dimensions = request.dimensions;
  for (unsigned d = 0; d < range.dimensions; ++d) {
    require(request.global[d] != 0, CL_INVALID_GLOBAL_WORK_SIZE);
    range.global[d] = checked(request.global[d], kMostItems, CL_INVALID_GLOBAL_WORK_SIZE);
    if (request.offset == nullptr) continue;
    range.offset[d] =
        checked(request.offset[d], kMostItems - range.global[d], CL_INVALID_GLOBAL_OFFSET);
  }
  const auto& required = kernel.required_work_group_size;
  if (request.local == nullptr) {
    require(required[0] == 0, CL_INVALID_WORK_GROUP_SIZE);
    choose_local(range, largest_group);
    return range;
  }
  for (unsigned d = 0; d < range.dimensions; ++d) {
    range.local[d] = checked(request.local[d], kMostItems, CL_INVALID_WORK_ITEM_SIZE);
  }
  check_local(range, largest_group);
  require(required[0] == 0 || required == range.local, CL_INVALID_WORK_GROUP_SIZE);
  return range;
}

}  // namespace lanefold::icd
