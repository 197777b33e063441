// SPDX-License-Identifier: Apache-2.0
// What an instruction wants of one line, as a request.
#pragma once

#include "load_store/coalescer.h"
#include "memory_link/line_request.h"
#include "pipeline/warp_instruction.h"

namespace lanefold {

/// Fills in all but the numbers of core and launch.
void describe_request(LineRequest& request, const LineAccess& line, WarpInstruction& instruction);

inline bool is_store(const WarpInstruction& instruction) {
  return instruction.instruction->kind == InstructionClass::Store;
}

}  // namespace lanefold
