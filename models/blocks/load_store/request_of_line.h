// SPDX-License-Identifier: Apache-2.0
// What an instruction wants of one line, as a request.
#pragma once

#include "blocks/memory_link/line_request.h"
#include "decisions/load_store/coalescer.h"
#include "decisions/pipeline/warp_instruction.h"

namespace lanefold {

/// Fills in all but the numbers of core and launch.
void describe_request(LineRequest& request, const LineAccess& line, WarpInstruction& instruction);

/// Keeps what a store has written of global memory until its lines are sent: what comes after it
/// changes memory's image.
void keep_stored(WarpInstruction& store);

inline bool is_store(const WarpInstruction& instruction) {
  return instruction.instruction->kind == InstructionClass::Store;
}

}  // namespace lanefold
