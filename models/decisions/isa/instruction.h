// SPDX-License-Identifier: Apache-2.0
// One predecoded instruction: everything that later blocks ask about it, so that decoding happens
// once per pc.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/index_set.h"
#include "decisions/isa/opcode.h"
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

/// What kind of work an instruction is, which decides the block that carries it out.
enum class InstructionClass : std::uint8_t {
  Alu,           ///< computes rd from rs1, rs2, rs3, imm in every active lane
  Branch,        ///< conditional; imm is the absolute target
  Jump,          ///< jal; imm is the absolute target
  JumpRegister,  ///< jalr; target rs1 + imm
  Load,
  Store,
  Atomic,  ///< lr, sc and AMOs
  Csr,
  Fence,
  Barrier,
  Exit,
  Illegal,
};

/// The pipes that can execute an instruction (ISCA'13 section 2.2, stage 6).
enum class Unit : std::uint8_t {
  Fpu,     ///< integer, conversions, compares, control flow
  Em,      ///< divide, square root and extended math
  Either,  ///< most floating-point operations, FMA included
  Send,    ///< memory, barriers, fences
  Scalar,  ///< of one lane: what all lanes do alike, with core.scalar.execution = pipe; of no
           ///< opcode
};

/// Carries an instruction out in the lanes of `active`; returns the lanes that take a branch, for
/// others nothing. Lanes outside `active` keep their register values.
using LaneFunction = LaneMask (*)(const Instruction&, LaneRegisters&, LaneMask active);

struct Instruction {
  LaneFunction execute = nullptr;  ///< for Alu and Branch; see isa/lane_execute.h
  std::uint32_t pc = 0;
  std::uint32_t word = 0;
  /// Sign-extended; absolute address for Branch and Jump; value of rd for lui, auipc; number of a
  /// Csr.
  std::int32_t imm = 0;
  Opcode opcode = Opcode::Illegal;
  InstructionClass kind = InstructionClass::Illegal;
  Unit unit = Unit::Fpu;
  std::uint8_t rd = kSinkRow;  ///< row; kSinkRow when nothing is written
  std::uint8_t rs1 = 0;        ///< row; 0 when unused; the zero-extended immediate of csrrwi & co.
  std::uint8_t rs2 = 0;
  std::uint8_t rs3 = 0;
  std::uint8_t sources = 0;  ///< register operands read, 0..3
  std::uint8_t operand_bits =
      32;  ///< 32, or 64 for double-precision operations (ISCA'13 section 4.1)
  std::uint8_t access_bytes = 0;  ///< 1, 2, 4 or 8 for Load, Store, Atomic
  std::uint8_t rounding = 0;      ///< rm field of float operations, 7 = dynamic
  bool ends_block = false;        ///< last instruction of its basic block; set with the CFG
  /// As the dependence check sees it (isa/register_use.h): rows that must be free, and that which
  /// it writes.
  IndexSet needs;
  IndexSet writes;

  bool writes_register() const { return rd != kSinkRow; }
  /// Rows of its operands, of which it has `sources`.
  std::array<std::uint8_t, 3> source_rows() const { return {rs1, rs2, rs3}; }
};

/// True for instructions whose successor is only known once they execute (or that make the warp
/// wait).
inline bool resolves_late(const Instruction& instruction) {
  switch (instruction.kind) {
    case InstructionClass::Branch:
    case InstructionClass::JumpRegister:
    case InstructionClass::Barrier:
    case InstructionClass::Exit:
    case InstructionClass::Illegal:
      return true;
    default:
      return false;
  }
}

/// Whether a Fence or Barrier orders global memory, and not local memory alone.
inline bool orders_global(const Instruction& instruction) {
  return instruction.opcode != Opcode::LocalBarrier;
}

/// A load that never waits for a miss (SC'09 section 4.2).
inline bool is_snoop(const Instruction& instruction) {
  return instruction.opcode == Opcode::SnoopBu || instruction.opcode == Opcode::SnoopW;
}

/// Decodes one word. Never fails: what the machine does not have becomes Opcode::Illegal.
Instruction decode(std::uint32_t word, std::uint32_t pc);

/// Assembler text, for instance "fmadd.s fa5, fa4, fa3, fa2".
std::string disassemble(const Instruction& instruction);

}  // namespace lanefold
