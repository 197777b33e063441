// SPDX-License-Identifier: Apache-2.0
// One kernel launch: what all of its work-groups share.
#pragma once

#include <cstdint>
#include <string>

#include "decisions/execute/item_order.h"
#include "decisions/execute/sub_groups.h"
#include "decisions/pipeline/thread_group.h"
#include "decisions/program/index_space.h"
#include "decisions/program/program_image.h"
#include "lanefold/device.h"
#include "lanefold/error.h"
#include "lanefold/kernel_info.h"

namespace lanefold {

class LaunchActivity;
class OverrunWarnings;
class ScalarMarks;

/// Who a work-item is.
struct WorkItem {
  GroupId group{};
  Index3 local{};
};

struct Launch {
  const ProgramImage* image = nullptr;
  const KernelInfo* kernel = nullptr;
  std::uint32_t entry = 0;  ///< pc at which every work-item starts
  NDRange range;
  std::uint32_t argument_block = 0;  ///< device address
  std::uint32_t printf_buffer = 0;   ///< device address, or 0
  std::uint32_t local_bytes = 0;     ///< of each work-group: the kernel's own and the arguments'
  std::uint32_t sub_group_exchange = 0;     ///< address in local memory of what sub-groups exchange
  bool has_sub_group_barriers = false;      ///< the kernel can come to one
  std::uint64_t resident_groups = 1;        ///< work-groups that the machine holds at once
  std::uint32_t warp_width = 1;             ///< lanes of each warp of the machine
  ItemOrder order = ItemOrder::Neighbours;  ///< in which work-items come to lanes
  std::uint64_t* started_groups = nullptr;  ///< counts them, if set
  LaunchActivity* activity = nullptr;       ///< told of changes, if set
  OverrunWarnings* warnings = nullptr;      ///< told of accesses past the end of buffers, if set
  const ScalarMarks* scalar_marks = nullptr;  ///< of the kernel, if the machine needs them

  /// Groups in each dimension.
  GroupId groups() const { return groups_of(range); }
  std::uint64_t group_count() const { return lanefold::group_count(range); }
  /// The group at a position of the linear order, dimension 0 fastest.
  GroupId group(std::uint64_t index) const { return group_at(range, index); }
  /// The work-item at a position of the linear order of all, over the bounds of groups, dimension 0
  /// fastest.
  WorkItem item(std::uint64_t index) const {
    WorkItem item;
    for (unsigned d = 0; d < 3; ++d) {
      const auto id = static_cast<std::uint32_t>(index % range.global[d]);
      index /= range.global[d];
      item.group[d] = id / range.local[d];
      item.local[d] = id % range.local[d];
    }
    return item;
  }
  /// The work-item at a position of the linear order of a group's.
  WorkItem item(const GroupId& group, std::uint32_t index) const {
    return {group, local_id_at(range.local, index)};
  }
  /// Where a work-item is among the sub-groups of its group.
  SubGroupPlace sub_group_place(const WorkItem& item) const {
    return lanefold::sub_group_place(linear_id(range.local, item.local), group_size(), warp_width);
  }
  std::uint32_t group_size() const { return range.local[0] * range.local[1] * range.local[2]; }
};

}  // namespace lanefold
