// SPDX-License-Identifier: Apache-2.0
// Work-groups and work-items of an index space (OpenCL 1.2 clause 3.2), dimension 0 fastest.
#pragma once

#include <array>
#include <cstdint>

#include "lanefold/device.h"

namespace lanefold {

/// A number in each dimension.
using Index3 = std::array<std::uint32_t, 3>;

/// Work-groups in each dimension.
inline Index3 groups_of(const NDRange& range) {
  return {range.global[0] / range.local[0], range.global[1] / range.local[1],
          range.global[2] / range.local[2]};
}

inline std::uint64_t group_count(const NDRange& range) {
  const Index3 counts = groups_of(range);
  return std::uint64_t{counts[0]} * counts[1] * counts[2];
}

/// The group at a position of the linear order.
inline Index3 group_at(const NDRange& range, std::uint64_t index) {
  const Index3 counts = groups_of(range);
  return {static_cast<std::uint32_t>(index % counts[0]),
          static_cast<std::uint32_t>(index / counts[0] % counts[1]),
          static_cast<std::uint32_t>(index / counts[0] / counts[1])};
}

/// The local id of the work-item at a position of the linear order of a group's.
inline Index3 local_id_at(const Index3& local, std::uint32_t index) {
  return {index % local[0], index / local[0] % local[1], index / local[0] / local[1]};
}

/// The position of a work-item in the linear order of its group.
inline std::uint32_t linear_id(const Index3& local, const Index3& id) {
  return id[0] + local[0] * (id[1] + local[1] * id[2]);
}

}  // namespace lanefold
