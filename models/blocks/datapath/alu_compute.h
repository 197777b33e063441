// SPDX-License-Identifier: Apache-2.0
// What the ALU computes in the exact data path.
#pragma once

#include "decisions/pipeline/warp_instruction.h"

namespace lanefold {

/// Computes each slot of the schedule from its operands, fills in results and what branches take,
/// and raises the float flags of the lanes, all in program order: no dependence check orders these
/// flags, and rounding modes.
void compute_slots(WarpInstruction& instruction);

}  // namespace lanefold
