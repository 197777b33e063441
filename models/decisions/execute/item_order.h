// SPDX-License-Identifier: Apache-2.0
// Which work-items the lanes of a machine get (`dispatch.mapping`). No SystemC.
#pragma once

#include <cstdint>

#include "lanefold/machine_config.h"

namespace lanefold {

/// How the work-items of a launch come to lanes.
enum class ItemOrder : std::uint8_t {
  Neighbours,       ///< neighbouring work-items go to neighbouring lanes
  RegionsOfGroup,   ///< each lane of a warp walks a region of the work-group
  RegionsOfLaunch,  ///< each lane of the machine walks a region of the launch
};

/// Who of a launch wait for one another, or share memory.
enum class Meeting : std::uint8_t {
  None,
  Group,     ///< work-items of a work-group, at barriers or in local memory
  SubGroup,  ///< and those of a sub-group, which a warp holds, at barriers of theirs
};

/// Regions of a launch mix work-groups in a warp, and regions of a group sub-groups: work-items
/// that meet are kept together.
constexpr ItemOrder item_order(ItemMapping mapping, Meeting meeting) {
  if (mapping == ItemMapping::Neighbours || meeting == Meeting::SubGroup) {
    return ItemOrder::Neighbours;
  }
  return meeting == Meeting::Group ? ItemOrder::RegionsOfGroup : ItemOrder::RegionsOfLaunch;
}

/// The work-item of a group of `items` that begins at place `place` in warps of `lanes` lanes,
/// which are filled one after the other. Each lane has a region of neighbouring work-items; those
/// of all lanes are equally long, but for one work-item. Of 8 work-items and 3 lanes:
///
///     lane       0  1  2
///     warp 0     0  3  6
///     warp 1     1  4  7
///     warp 2     2  5
constexpr std::uint32_t item_of_region(std::uint32_t place, std::uint32_t items,
                                       std::uint32_t lanes) {
  const std::uint32_t lane = place % lanes;
  const std::uint32_t longer = items % lanes;  // lanes whose regions have one work-item more
  return lane * (items / lanes) + (lane < longer ? lane : longer) + place / lanes;
}

}  // namespace lanefold
