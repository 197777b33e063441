// SPDX-License-Identifier: Apache-2.0
// What line requests carry of accesses whose values go through memory.
#pragma once

#include "decisions/memory/lane_memory.h"

namespace lanefold {

/// Keeps the operands of `lanes` in `access`, whose addresses are those of writable global memory.
/// Reservations are taken and lost now. A store-conditional is only sent if no write has been sent
/// since its load-reserved has been answered, and succeeds if the word still holds that answer.
void keep_operands(const Instruction& instruction, const LaneRegisters& registers,
                   const AddressSpaces& spaces, LaneMask lanes, LaneAccess& access);

}  // namespace lanefold
