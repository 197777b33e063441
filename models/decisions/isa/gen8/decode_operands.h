// SPDX-License-Identifier: Apache-2.0
// Operands of the formats of Gen8's encodings.
#pragma once

#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/raw_instruction.h"

namespace lanefold::gen8 {

/// The destination of an instruction with up to two sources.
Operand decode_destination(const RawInstruction& raw);

/// Source `index` (0 or 1) of `count` (1 or 2). Immediates stand in the last source only.
Operand decode_source(const RawInstruction& raw, unsigned index, unsigned count,
                      const OpcodeInfo& info);

/// The same of a math macro, whose operands are whole registers and special accumulators.
Operand decode_macro_destination(const RawInstruction& raw);
Operand decode_macro_source(const RawInstruction& raw, unsigned index);

/// Destination, sources and execution size of an instruction with three sources. Of `madm`, all are
/// whole registers and special accumulators.
void decode_ternary(const RawInstruction& raw, Instruction& instruction);

/// The type of a register's elements by its code of four bits.
DataType decode_type(const RawInstruction& raw, std::uint32_t code);

/// Number of a special accumulator, by its code of four bits.
std::uint8_t decode_macro_accumulator(const RawInstruction& raw, std::uint32_t code);

/// Fills in file and number of an operand; `architecture` says which of the two files is meant.
void decode_register(const RawInstruction& raw, bool architecture, std::uint32_t number,
                     Operand& operand);

}  // namespace lanefold::gen8
