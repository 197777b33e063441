// SPDX-License-Identifier: Apache-2.0
// What a machine can hold of one work-group: decisions without state, for launches and for those
// who tell applications beforehand.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lanefold/machine_config.h"
#include "lanefold/memory_map.h"

namespace lanefold {

/// Work-items: a lane of a hardware thread each.
inline std::uint32_t largest_work_group(const MachineConfig& machine) {
  return machine.cores * machine.core.warps * machine.core.warp_width;
}

/// Bytes of local memory.
inline std::uint32_t largest_local_memory(const MachineConfig& machine) {
  return std::min(machine.local_memory.bytes, kLocalWindowBytes);
}

}  // namespace lanefold
