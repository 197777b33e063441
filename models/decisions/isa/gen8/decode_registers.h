// SPDX-License-Identifier: Apache-2.0
// Which register an operand of Gen8's EU names, and the type of its elements.
#pragma once

#include "decisions/isa/gen8/operand.h"
#include "decisions/isa/gen8/raw_instruction.h"

namespace lanefold::gen8 {

/// The file of a register operand: fields::kArchitectureFile or kGeneralFile.
std::uint32_t decode_file(const RawInstruction& raw, Field field);

/// Makes `operand` register `number` of a file.
void decode_register(const RawInstruction& raw, std::uint32_t file, std::uint32_t number,
                     Operand& operand);

/// The type of a register's elements by its code of four bits.
DataType decode_type(const RawInstruction& raw, std::uint32_t code);

/// Number of a special accumulator, by its code of four bits.
std::uint8_t decode_macro_accumulator(const RawInstruction& raw, std::uint32_t code);

}  // namespace lanefold::gen8
