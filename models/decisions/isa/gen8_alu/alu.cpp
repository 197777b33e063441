// SPDX-License-Identifier: Apache-2.0
#include "decisions/isa/gen8_alu/alu.h"

#include "decisions/isa/gen8_alu/check.h"
#include "decisions/isa/gen8_alu/fast.h"
#include "decisions/isa/gen8_alu/operations.h"
#include "decisions/isa/gen8_alu/refusal.h"

namespace lanefold::gen8 {
namespace {

/// Control flow and messages belong to others.
bool belongs_to_alu(const Instruction& instruction) {
  switch (instruction.info().format) {
    case Format::Unary:
    case Format::Binary:
    case Format::Ternary:
    case Format::Math:
    case Format::Wait:
      return true;
    default:
      return instruction.opcode == Opcode::Nop;
  }
}

Operate math_operation(const Instruction& instruction) {
  if (instruction.is_math_macro()) {
    return execute_macro;
  }
  const bool both = instruction.math == MathFunction::IntegerDivide;
  return both ? execute_quotient_and_remainder : execute_math;
}

}  // namespace

ChannelMask execute_values(const Instruction& instruction, Registers& registers,
                           ChannelMask channels) {
  return is_float(execution_type(instruction)) ? execute_floats(instruction, registers, channels)
                                               : execute_integers(instruction, registers, channels);
}

Operate general_operation_of(const Instruction& instruction) {
  if (!belongs_to_alu(instruction)) {
    refuse(instruction, "an operation of the ALU", "another");
  }
  if (instruction.opcode == Opcode::Nop || instruction.opcode == Opcode::Wait) {
    return execute_nothing;
  }
  check_operands(instruction);
  check_types(instruction);
  check_controls(instruction);
  switch (instruction.opcode) {
    case Opcode::Smov:
      return execute_scattered_move;
    case Opcode::Madm:
      return execute_macro;
    case Opcode::Math:
      return math_operation(instruction);
    default:
      return execute_values;
  }
}

Operate operation_of(const Instruction& instruction) {
  const Operate general = general_operation_of(instruction);
  const Operate fast = fast_operation_of(instruction);
  return fast != nullptr ? fast : general;
}

}  // namespace lanefold::gen8
