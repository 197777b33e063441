// SPDX-License-Identifier: Apache-2.0
// Sub-groups of a work-group (OpenCL extension cl_khr_subgroups). No SystemC.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lanefold {

/// Where a work-item is among the sub-groups of its work-group.
struct SubGroupPlace {
  std::uint32_t id = 0;        ///< of the sub-group
  std::uint32_t local_id = 0;  ///< of the work-item, within the sub-group
  std::uint32_t size = 0;      ///< work-items of the sub-group
};

/// A sub-group is what a warp of `width` lanes holds: neighbours in the linear order of the group's
/// `items` work-items. The last has what is left of them.
constexpr SubGroupPlace sub_group_place(std::uint32_t linear_id, std::uint32_t items,
                                        std::uint32_t width) {
  const std::uint32_t id = linear_id / width;
  return {id, linear_id % width, std::min(width, items - id * width)};
}

constexpr std::uint32_t sub_group_count(std::uint32_t items, std::uint32_t width) {
  return (items + width - 1) / width;
}

}  // namespace lanefold
