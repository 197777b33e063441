// SPDX-License-Identifier: Apache-2.0
// What each format of Gen8's encodings adds to the fields that all share. Opcode and controls of
// the instruction are decoded before.
#pragma once

#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/raw_instruction.h"

namespace lanefold::gen8 {

/// Destination and `count` sources, 0 to 2.
void decode_operands(const RawInstruction& raw, unsigned count, Instruction& instruction);

/// Destination, sources and execution size of an instruction with three sources. Of `madm`, all are
/// whole registers and special accumulators.
void decode_ternary(const RawInstruction& raw, Instruction& instruction);

/// The function, and its one or two sources.
void decode_math(const RawInstruction& raw, Instruction& instruction);

/// JIP, and UIP where there is one.
void decode_branch(const RawInstruction& raw, Instruction& instruction);

/// The target of jmpi.
void decode_jump(const RawInstruction& raw, Instruction& instruction);

/// Destination of the return address, and the target.
void decode_call(const RawInstruction& raw, Instruction& instruction);

/// The return address.
void decode_return(const RawInstruction& raw, Instruction& instruction);

/// Payload, response and message.
void decode_send(const RawInstruction& raw, Instruction& instruction);

}  // namespace lanefold::gen8
