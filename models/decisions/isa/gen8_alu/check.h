// SPDX-License-Identifier: Apache-2.0
// What the ALU refuses before a program runs. All functions throw Error(IllegalInstruction).
#pragma once

#include "decisions/isa/gen8/instruction.h"

namespace lanefold::gen8 {

/// Register files that the ALU does not have, and regions that leave a register file.
void check_operands(const Instruction& instruction);

/// Types that an opcode does not take.
void check_types(const Instruction& instruction);

/// Conditions, flags, predicates, saturation and writes to the accumulator that an opcode does not
/// have, or whose meaning the manual leaves open.
void check_controls(const Instruction& instruction);

}  // namespace lanefold::gen8
