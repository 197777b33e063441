// SPDX-License-Identifier: Apache-2.0
// Instruction words and operands for tests of the instruction set: every opcode, in every rounding
// mode, on random and on critical operands.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "decisions/isa/instruction.h"
#include "decisions/isa/opcode_table.h"

namespace lanefold {

/// The words' registers: rd = x10 or f10, rs1, rs2, rs3 = 11, 12, 13.
constexpr unsigned kTestRd = 10;
constexpr unsigned kTestRs1 = 11;
constexpr unsigned kTestRs2 = 12;
constexpr unsigned kTestRs3 = 13;

/// One word of `opcode` with these registers, a random immediate and the given rounding mode.
std::uint32_t test_word(Opcode opcode, unsigned rounding, std::mt19937_64& random);

/// Words of an opcode: one per rounding mode where it has one, else a few immediates.
std::vector<std::uint32_t> test_words(Opcode opcode, std::mt19937_64& random);

/// All opcodes whose class is `kind`.
std::vector<Opcode> opcodes_of(InstructionClass kind);

/// Random register contents for an operand of that type of signature; corner cases are frequent.
/// Singles are NaN-boxed with few exceptions.
std::uint64_t test_operand(char type, std::mt19937_64& random);

}  // namespace lanefold
