// SPDX-License-Identifier: Apache-2.0
// What the table of opcodes says about each: encoding, operands, class and pipe.
#pragma once

#include <array>
#include <cstdint>

#include "decisions/isa/instruction.h"

namespace lanefold {

/// Where an instruction keeps its immediate, and how its operands are written.
enum class Format : std::uint8_t {
  None,          ///< no operands
  Register,      ///< rd, rs1, rs2
  Rounded,       ///< rd, rs1, rs2, rs3 and a rounding mode in funct3
  Immediate,     ///< rd, rs1, imm
  Shift,         ///< rd, rs1, shift amount
  Memory,        ///< rd, imm(rs1): loads and jalr
  Store,         ///< rs2, imm(rs1)
  Branch,        ///< rs1, rs2, target
  Upper,         ///< rd, imm[31:12]
  Jump,          ///< rd, target
  Atomic,        ///< rd, rs2, (rs1)
  Csr,           ///< rd, csr, rs1
  CsrImmediate,  ///< rd, csr, zimm
  Fence,         ///< predecessor, successor
};

/// One row of the table. `signature` is the type of rd ('-' for none) followed by those of rs1,
/// rs2, rs3: 'X' integer register, 'S' single, 'D' double, 'B' the low 32 bits of a float register
/// as they are, NaN-boxed or not.
struct OpcodeInfo {
  const char* text;
  std::uint32_t match;
  std::uint32_t mask;
  Format format;
  const char* signature;
  InstructionClass kind;
  Unit unit;

  constexpr char result() const { return signature[0]; }
  constexpr unsigned sources() const {
    unsigned count = 0;
    while (signature[count + 1] != '\0') {
      ++count;
    }
    return count;
  }
  constexpr bool mentions(char type) const {
    for (const char* at = signature; *at != '\0'; ++at) {
      if (*at == type) {
        return true;
      }
    }
    return false;
  }
  constexpr bool is_float() const { return mentions('S') || mentions('D') || mentions('B'); }
};

inline constexpr std::array<OpcodeInfo, kOpcodeCount> kOpcodeTable = {{
    {"illegal", 0, 0, Format::None, "-", InstructionClass::Illegal, Unit::Fpu},
#define LANEFOLD_OPCODE(name, text, match, mask, format, signature, kind, unit) \
  {text, match, mask, Format::format, signature, InstructionClass::kind, Unit::unit},
#include "decisions/isa/opcodes.def"
#undef LANEFOLD_OPCODE
}};

constexpr const OpcodeInfo& opcode_info(Opcode opcode) {
  return kOpcodeTable[static_cast<std::size_t>(opcode)];
}

}  // namespace lanefold
