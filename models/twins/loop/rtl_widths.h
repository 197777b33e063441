// SPDX-License-Identifier: Apache-2.0
// How wide the RTL of a core is. Instructions of core.isa=riscv are for all lanes of a warp. Those
// of gen8 have 1 to 32 lanes: the RTL is that of the widest, and narrower ones leave the upper
// lanes off.
#pragma once

#include "decisions/pipeline/core_geometry.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Whether instructions may have fewer lanes than the RTL.
inline bool has_narrow_instructions(const CoreConfig& core) {
  return core.isa == InstructionSet::Gen8;
}

/// Lanes of a warp or thread.
inline unsigned rtl_thread_lanes(const CoreConfig& core) {
  constexpr unsigned kWidestThread = 32;
  return has_narrow_instructions(core) ? kWidestThread : core.warp_width;
}

/// Lanes that an ALU takes at once.
inline unsigned rtl_alu_lanes(const CoreConfig& core) {
  return has_narrow_instructions(core) ? kPassLanes : core.warp_width;
}

}  // namespace lanefold
