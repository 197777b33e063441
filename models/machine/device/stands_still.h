// SPDX-License-Identifier: Apache-2.0
// On which machines a launch that stands still is noticed before limits.livelock_instructions: a
// decision.
#pragma once

#include "decisions/memory_divergence/miss_policy.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Elsewhere, registers and memory are not all that decides what a warp does next: its lanes may be
/// in other slices or behind a load, or stores may still be on their way.
inline bool notices_standstill(const MachineConfig& machine) {
  return !divides_warps(machine.core) &&
         !make_miss_policy(machine.core.on_miss)->leaves_lanes_behind() &&
         machine.memory.values == MemoryValues::Beside;
}

}  // namespace lanefold
