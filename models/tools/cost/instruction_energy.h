// SPDX-License-Identifier: Apache-2.0
// Energy by instruction: that part of a run's energy of which it can be told.
#pragma once

#include "lanefold/machine_config.h"
#include "lanefold/profile.h"

namespace lanefold {

/// Fills in the energy of the kernel's instructions, by the same constants as energy_of: lane
/// operations, register file, fetch, execution mask, compaction control, crossbars, words of local
/// memory, and of each level of memory the lines that its own loads, stores and atomics look up and
/// fetch. Leakage, lines that are written back, and fetches of instructions from caches are
/// nobody's. Throws Error(Usage) for a node that is not listed.
void add_instruction_energy(KernelProfile& kernel, const MachineConfig& machine,
                            unsigned node = 45);

}  // namespace lanefold
