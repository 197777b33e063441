// SPDX-License-Identifier: Apache-2.0
// What the pipeline needs of a decoded instruction, whatever instruction set it is of. The classes
// of instruction sets derive from it, and add what only their threads know
// (pipeline/hardware_thread.h).
#pragma once

#include <array>
#include <cstdint>

#include "decisions/isa/register_set.h"

namespace lanefold {

/// What kind of work an instruction is, which decides the block that carries it out.
enum class InstructionClass : std::uint8_t {
  Alu,           ///< computes a result in every active lane
  Branch,        ///< conditional: where it leads is known when it executes
  Jump,          ///< where it leads is known when it is decoded
  JumpRegister,  ///< leads where a register says
  Load,
  Store,
  Atomic,
  Csr,
  Fence,
  Barrier,
  Message,  ///< tells a unit something, and accesses nothing
  Exit,
  Illegal,
};

/// The pipes that can execute an instruction (ISCA'13 section 2.2, stage 6).
enum class Unit : std::uint8_t {
  Fpu,      ///< integer, conversions, compares, control flow
  Em,       ///< divide, square root and extended math
  Either,   ///< most floating-point operations, FMA included
  Send,     ///< memory, barriers, fences
  Scalar,   ///< of one lane: what all lanes do alike, with core.scalar.execution = pipe; of no
            ///< opcode
  Control,  ///< moves lanes, and no operands: takes an issue slot, and no ALU
};
constexpr unsigned kUnits = 6;

/// How an operand lies in the register file, which decides what it costs to fetch or to write.
struct RegisterOperand {
  enum class Shape : std::uint8_t {
    None,      ///< in no register
    PerLane,   ///< an element of `bits` for each lane
    One,       ///< one element of `bits` for all lanes
    Registers  ///< `count` whole registers, one after the other
  };
  Shape shape = Shape::None;
  std::uint8_t bits = 32;  ///< 16, 32 or 64
  std::uint8_t count = 0;

  friend constexpr bool operator==(const RegisterOperand& a, const RegisterOperand& b) {
    return a.shape == b.shape && a.bits == b.bits && a.count == b.count;
  }
};

struct PipelineInstruction {
  std::uint32_t pc = 0;
  InstructionClass kind = InstructionClass::Illegal;
  Unit unit = Unit::Fpu;
  std::uint8_t bytes = 4;  ///< of its encoding
  /// Operands of an ALU: 16, 32, or 64 bits (ISCA'13 section 4.1).
  std::uint8_t operand_bits = 32;
  /// Lanes that it is for, from `first_lane` on; 0 is all of the warp. An ALU takes 16 at once.
  std::uint8_t lanes = 0;
  std::uint8_t first_lane = 0;
  std::uint8_t sources = 0;   ///< register operands read, 0..3: the first ones of `operands`
  std::uint8_t alike = 0;     ///< of these, the first ones that lie in the file alike
  bool predicated = false;    ///< registers say which of its lanes execute it
  bool unmasked = false;      ///< no execution mask turns its lanes off
  bool snoops = false;        ///< a load that never waits for a miss (SC'09 section 4.2)
  bool orders_global = true;  ///< of a Fence or Barrier: global memory, not local memory alone
  bool ends_block = false;    ///< what follows may be elsewhere; of RISC-V set with the CFG
  std::array<RegisterOperand, 3> operands;
  RegisterOperand result;
  /// As the dependence check sees it: registers that must be free, and those that it writes.
  RegisterSet needs;
  RegisterSet writes;
};

/// True for instructions whose successor is only known once they execute (or that make the warp
/// wait).
inline bool resolves_late(const PipelineInstruction& instruction) {
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

/// Fills in `alike`.
inline void compare_operands(PipelineInstruction& instruction) {
  instruction.alike = 0;
  while (instruction.alike < instruction.sources &&
         instruction.operands[instruction.alike] == instruction.operands[0]) {
    ++instruction.alike;
  }
}

/// Whether it accesses memory.
inline bool accesses_memory(const PipelineInstruction& instruction) {
  return instruction.kind == InstructionClass::Load ||
         instruction.kind == InstructionClass::Store ||
         instruction.kind == InstructionClass::Atomic;
}

/// Whether it waits for values of memory.
inline bool reads_memory(const PipelineInstruction& instruction) {
  return instruction.kind == InstructionClass::Load || instruction.kind == InstructionClass::Atomic;
}

}  // namespace lanefold
