// SPDX-License-Identifier: Apache-2.0
#include "decisions/isa/gen8_alu/check.h"
#include "decisions/isa/gen8_alu/data_type.h"
#include "decisions/isa/gen8_alu/flags.h"
#include "decisions/isa/gen8_alu/refusal.h"

namespace lanefold::gen8 {
namespace {

/// Greater, less, and the same or equal.
bool is_order(Condition condition) {
  return condition >= Condition::Greater && condition <= Condition::LessEqual;
}

bool is_comparison(Condition condition) {
  return condition >= Condition::Equal && condition <= Condition::LessEqual;
}

void check_compare(const Instruction& i) {
  const bool unordered = i.condition == Condition::Unordered && is_float(execution_type(i));
  if (!is_comparison(i.condition) && !unordered) {
    refuse(i, "a comparison, or, of floats, un", "another condition");
  }
  if (i.opcode == Opcode::Cmpn && !is_order(i.condition)) {
    refuse(i, "gt, ge, lt or le of cmpn", "another condition");
  }
}

/// Either the predicate chooses, or the condition does.
void check_select(const Instruction& i) {
  const bool has_predicate = i.predicate != PredicateControl::None;
  if (has_predicate == (i.condition != Condition::None)) {
    refuse(i, "either a predicate or a condition of sel", has_predicate ? "both" : "neither");
  }
  if (!has_predicate && !is_order(i.condition)) {
    refuse(i, "gt, ge, lt or le of sel", "another condition");
  }
}

void check_result_condition(const Instruction& i) {
  const bool carry = i.opcode == Opcode::Addc || i.opcode == Opcode::Subb;
  if (carry || i.opcode == Opcode::Madm) {
    refuse(i, "no condition", "one");
  }
  const bool to_float = is_float(i.destination.type);
  if (i.condition == Condition::Overflow && (to_float || is_float(execution_type(i)))) {
    refuse(i, "ov of integers", "ov of a float");
  }
  if (i.condition == Condition::Unordered && !to_float) {
    refuse(i, "un of a float", "un of an integer");
  }
}

void check_condition(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::Cmp:
    case Opcode::Cmpn:
      return check_compare(i);
    case Opcode::Sel:
      return check_select(i);
    case Opcode::Csel:
      if (!is_comparison(i.condition)) {
        refuse(i, "a comparison of csel", "another condition, or none");
      }
      return;
    default:
      if (i.condition != Condition::None) {
        check_result_condition(i);
      }
  }
}

bool is_macro(const Instruction& i) { return i.opcode == Opcode::Madm || i.is_math_macro(); }

/// The second half of a flag register has no bits for channels above 15.
void check_flag(const Instruction& i) {
  const bool uses_flag =
      i.predicate != PredicateControl::None || i.condition != Condition::None || i.is_math_macro();
  if (!uses_flag || i.flag_subregister == 0) {
    return;
  }
  if (i.channel_offset + i.execution_size > static_cast<int>(kFlagBits)) {
    refuse(i, "channels 0 to 15 of the flags f0.1 and f1.1", "others");
  }
  if (i.predicate >= PredicateControl::Any32h) {
    refuse(i, "32 bits of a flag, f0.0 or f1.0", "f0.1 or f1.1");
  }
}

void check_saturation(const Instruction& i) {
  if (i.saturate && (i.opcode == Opcode::Subb || i.opcode == Opcode::Mach || is_macro(i))) {
    refuse(i, "no saturation", "it");
  }
}

void check_accumulator_write(const Instruction& i) {
  const bool carry = i.opcode == Opcode::Addc || i.opcode == Opcode::Subb;
  if (carry && !i.writes_accumulator) {
    refuse(i, "AccWrEn, since the accumulator takes the carry", "none");
  }
  const bool cannot = i.opcode == Opcode::Math || i.opcode == Opcode::Smov || is_macro(i) ||
                      i.opcode == Opcode::Cmp || i.opcode == Opcode::Cmpn ||
                      i.opcode == Opcode::Csel || i.destination.file == RegisterFile::Accumulator;
  if (i.writes_accumulator && cannot) {
    refuse(i, "no AccWrEn", "it");
  }
}

void check_scattered_move(const Instruction& i) {
  const Operand& mask = i.sources[1];
  if (mask.kind != OperandKind::Immediate || is_float(mask.type)) {
    refuse(i, "an immediate integer as second source of smov", "something else");
  }
}

/// math.idiv has two registers as result.
void check_quotient_and_remainder(const Instruction& i) {
  constexpr unsigned kMostChannels = 8;
  const Operand& to = i.destination;
  if (i.execution_size > kMostChannels || to.byte != 0 || to.region.horizontal > 1 ||
      to.number + 1U >= kGeneralRegisters) {
    refuse(i, "up to 8 channels and two registers as result of math.idiv", "others");
  }
}

}  // namespace

void check_controls(const Instruction& i) {
  check_condition(i);
  check_flag(i);
  check_saturation(i);
  check_accumulator_write(i);
  if (i.opcode == Opcode::Smov) {
    check_scattered_move(i);
  }
  if (i.opcode == Opcode::Math && i.math == MathFunction::IntegerDivide) {
    check_quotient_and_remainder(i);
  }
}

}  // namespace lanefold::gen8
