// SPDX-License-Identifier: Apache-2.0
// What a machine can hold of one work-group: decisions without state, for launches and for those
// who tell applications beforehand.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lanefold/machine_config.h"
#include "lanefold/memory_map.h"

namespace lanefold {

/// Work-items: a lane of a hardware thread each. How many a thread of Gen8's EU has is the
/// kernel's.
inline std::uint32_t largest_work_group(const MachineConfig& machine) {
  constexpr std::uint32_t kWidest = 32;
  const bool own = machine.core.isa == InstructionSet::Riscv;
  return machine.cores * machine.core.warps * (own ? machine.core.warp_width : kWidest);
}

/// The same of whatever kernel.
inline std::uint32_t work_group_of_any_kernel(const MachineConfig& machine) {
  constexpr std::uint32_t kNarrowest = 8;
  const bool own = machine.core.isa == InstructionSet::Riscv;
  return machine.cores * machine.core.warps * (own ? machine.core.warp_width : kNarrowest);
}

/// Bytes of local memory.
inline std::uint32_t largest_local_memory(const MachineConfig& machine) {
  return std::min(machine.local_memory.bytes, kLocalWindowBytes);
}

}  // namespace lanefold
