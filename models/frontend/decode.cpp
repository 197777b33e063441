// SPDX-License-Identifier: Apache-2.0
// Per-thread decode.
#include "frontend/decode.h"

#include "execute/warp.h"
#include "program/program_image.h"

namespace lanefold {

Decode::Decode(const sc_core::sc_module_name& name) : sc_module(name) {}

void Decode::take(WarpInstruction& instruction) {
  instruction.instruction = &instruction.warp->launch().image->at(instruction.pc);
  decoded.send(instruction);
}

}  // namespace lanefold
