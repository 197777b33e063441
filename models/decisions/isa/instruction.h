// SPDX-License-Identifier: Apache-2.0
// One predecoded instruction of RISC-V: everything that later blocks ask about it, so that decoding
// happens once per pc.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "decisions/isa/opcode.h"
#include "decisions/isa/pipeline_instruction.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

struct Instruction;
struct LaneRegisters;

/// Rows of the register file: integer registers, float registers, and the upper halves of the float
/// registers (used only by programs with double-precision instructions). Writes to x0 go to the
/// sink row.
constexpr unsigned kFloatRow = 32;
constexpr unsigned kFloatHighRow = 64;
constexpr unsigned kSinkRow = 96;
constexpr unsigned kRegisterRows = 97;

/// Carries an instruction out in the lanes of `active`; returns the lanes that take a branch, for
/// others nothing. Lanes outside `active` keep their register values.
using LaneFunction = LaneMask (*)(const Instruction&, LaneRegisters&, LaneMask active);

struct Instruction : PipelineInstruction {
  LaneFunction execute = nullptr;  ///< for Alu and Branch; see isa/lane_execute.h
  std::uint32_t word = 0;
  /// Sign-extended; absolute address for Branch and Jump; value of rd for lui, auipc; number of a
  /// Csr.
  std::int32_t imm = 0;
  Opcode opcode = Opcode::Illegal;
  std::uint8_t rd = kSinkRow;  ///< row; kSinkRow when nothing is written
  std::uint8_t rs1 = 0;        ///< row; 0 when unused; the zero-extended immediate of csrrwi & co.
  std::uint8_t rs2 = 0;
  std::uint8_t rs3 = 0;
  std::uint8_t access_bytes = 0;  ///< 1, 2, 4 or 8 for Load, Store, Atomic
  std::uint8_t rounding = 0;      ///< rm field of float operations, 7 = dynamic

  bool writes_register() const { return rd != kSinkRow; }
  /// Rows of its operands, of which it has `sources`.
  std::array<std::uint8_t, 3> source_rows() const { return {rs1, rs2, rs3}; }
};

/// Decodes one word. Never fails: what the machine does not have becomes Opcode::Illegal.
Instruction decode(std::uint32_t word, std::uint32_t pc);

/// Assembler text, for instance "fmadd.s fa5, fa4, fa3, fa2".
std::string disassemble(const Instruction& instruction);

/// Of the instructions of class Barrier, those of a sub-group.
inline bool is_sub_group_barrier(const Instruction& instruction) {
  return instruction.opcode == Opcode::SubGroupBarrier ||
         instruction.opcode == Opcode::SubGroupLocalBarrier;
}

}  // namespace lanefold
