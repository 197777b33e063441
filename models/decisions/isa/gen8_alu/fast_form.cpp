// SPDX-License-Identifier: Apache-2.0
// Which instructions have a fast form.

#include "decisions/isa/gen8_alu/channels.h"
#include "decisions/isa/gen8_alu/data_type.h"
#include "decisions/isa/gen8_alu/fast_lane.h"

namespace lanefold::gen8 {
namespace {

std::optional<FastOperation> selection_of(const Instruction& i) {
  switch (i.condition) {
    case Condition::None:
      return FastOperation::Choose;
    case Condition::Less:
      return FastOperation::Minimum;
    case Condition::GreaterEqual:
      return FastOperation::Maximum;
    default:
      return std::nullopt;
  }
}

std::optional<FastOperation> function_of(const Instruction& i) {
  switch (i.math) {
    case MathFunction::Inverse:
      return FastOperation::Inverse;
    case MathFunction::Log:
      return FastOperation::Log;
    case MathFunction::Exp:
      return FastOperation::Exp;
    case MathFunction::SquareRoot:
      return FastOperation::SquareRoot;
    case MathFunction::ReciprocalSquareRoot:
      return FastOperation::InverseSquareRoot;
    case MathFunction::Sin:
      return FastOperation::Sin;
    case MathFunction::Cos:
      return FastOperation::Cos;
    case MathFunction::FloatDivide:
      return FastOperation::Divide;
    case MathFunction::IntegerQuotient:
      return FastOperation::Quotient;
    case MathFunction::IntegerRemainder:
      return FastOperation::Remainder;
    default:
      return std::nullopt;
  }
}

std::optional<FastOperation> operation_of_opcode(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::Mov:
      return FastOperation::Move;
    case Opcode::Sel:
      return selection_of(i);
    case Opcode::Not:
      return FastOperation::Not;
    case Opcode::And:
      return FastOperation::And;
    case Opcode::Or:
      return FastOperation::Or;
    case Opcode::Xor:
      return FastOperation::Xor;
    case Opcode::Shl:
      return FastOperation::ShiftLeft;
    case Opcode::Shr:
      return FastOperation::ShiftRight;
    case Opcode::Asr:
      return FastOperation::ArithmeticShiftRight;
    case Opcode::Add:
      return FastOperation::Add;
    case Opcode::Mul:
      return FastOperation::Multiply;
    case Opcode::Mad:
      return FastOperation::MultiplyAdd;
    case Opcode::Cmp:
      return FastOperation::Compare;
    case Opcode::Rndu:
      return FastOperation::RoundUp;
    case Opcode::Rndd:
      return FastOperation::RoundDown;
    case Opcode::Rnde:
      return FastOperation::RoundEven;
    case Opcode::Rndz:
      return FastOperation::RoundToZero;
    case Opcode::Math:
      return function_of(i);
    default:
      return std::nullopt;
  }
}

/// Of an integer's result, only "equal" and "not equal" are taken from lanes; of a float's, all
/// comparisons.
bool has_fast_condition(const Instruction& i, LaneType lane) {
  if (!writes_flag(i) || i.opcode == Opcode::Cmp) {
    return i.condition != Condition::Unordered || i.opcode != Opcode::Cmp;
  }
  const DataType type = i.destination.type;
  switch (lane) {
    case LaneType::F32:
      return type == DataType::F && i.condition <= Condition::LessEqual;
    case LaneType::F64:
      return type == DataType::Df && i.condition <= Condition::LessEqual;
    default: {
      const unsigned bits = lane == LaneType::U32 || lane == LaneType::I32 ? 32 : 64;
      return i.condition <= Condition::NotEqual && !is_float(type) && type_bits(type) <= bits;
    }
  }
}

}  // namespace

std::optional<FastForm> fast_form_of(const Instruction& i) {
  const std::optional<FastOperation> operation = operation_of_opcode(i);
  const bool has_address = i.destination.kind == OperandKind::Register;
  const RegisterFile file = i.destination.file;
  const bool plain_file = file == RegisterFile::General || file == RegisterFile::Null ||
                          file == RegisterFile::Address || file == RegisterFile::Flag;
  if (!operation || i.saturate || i.writes_accumulator || !has_address || !plain_file) {
    return std::nullopt;
  }
  const std::optional<LaneType> lane = fast_lane_of(i, *operation);
  if (!lane || !has_fast_condition(i, *lane)) {
    return std::nullopt;
  }
  return FastForm{*operation, *lane};
}

}  // namespace lanefold::gen8
