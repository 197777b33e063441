// SPDX-License-Identifier: Apache-2.0
// The fields that all instructions of Gen8's EU share, but for those without operands.
#pragma once

#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/raw_instruction.h"

namespace lanefold::gen8 {

/// Fills in execution size, channels, predicate, condition and options as far as the opcode, which
/// is known, has them.
void decode_controls(const RawInstruction& raw, Instruction& instruction);

}  // namespace lanefold::gen8
