// SPDX-License-Identifier: Apache-2.0
// How index spaces are cut into work-groups that the device can hold.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lanefold/device.h"

namespace lanefold {

/// The largest power of two that is neither above `wanted` nor above what the device can hold.
inline std::uint32_t group_size(const Device& device, std::uint32_t wanted = 64) {
  const std::uint32_t most = std::min(wanted, device.max_work_group_size());
  std::uint32_t size = 1;
  while (size <= most / 2) size *= 2;
  return size;
}

/// The side of the largest square group with at most 64 work-items: 8, 4, 2 or 1.
inline std::uint32_t square_side(const Device& device) {
  std::uint32_t side = 8;
  while (side * side > group_size(device)) side /= 2;
  return side;
}

inline std::uint32_t round_up(std::uint32_t value, std::uint32_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// At least `items` work-items in one dimension; the kernel ignores those beyond.
inline NDRange linear_range(const Device& device, std::uint32_t items) {
  const std::uint32_t local = group_size(device);
  NDRange range;
  range.global = {round_up(items, local), 1, 1};
  range.local = {local, 1, 1};
  return range;
}

/// At least `width` x `height` work-items in square groups; the kernel ignores those beyond.
inline NDRange square_range(const Device& device, std::uint32_t width, std::uint32_t height) {
  const std::uint32_t side = square_side(device);
  NDRange range;
  range.dimensions = 2;
  range.global = {round_up(width, side), round_up(height, side), 1};
  range.local = {side, side, 1};
  return range;
}

/// The same in groups that are parts of a row.
inline NDRange row_range(const Device& device, std::uint32_t width, std::uint32_t height) {
  NDRange range = linear_range(device, width);
  range.dimensions = 2;
  range.global[1] = height;
  return range;
}

}  // namespace lanefold
