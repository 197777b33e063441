// SPDX-License-Identifier: Apache-2.0
// Extended math: the function decides how many sources there are.

#include "decisions/isa/gen8/decode_formats.h"
#include "decisions/isa/gen8/decode_registers.h"
#include "decisions/isa/gen8/source_fields.h"

namespace lanefold::gen8 {
namespace {

MathFunction decode_math_function(const RawInstruction& raw) {
  const std::uint32_t code = raw.encoding.get(fields::kCondition);
  constexpr std::uint32_t kReserved = 8;
  if (code == 0 || code == kReserved) {
    raw.refuse_code("a math function, 1 to 7 or 9 to 15", code);
  }
  return static_cast<MathFunction>(code);
}

bool has_two_sources(MathFunction function) {
  return function >= MathFunction::FloatDivide &&
         function != MathFunction::ReciprocalSquareRootMacro;
}

void check_math_operand(const RawInstruction& raw, const Operand& operand) {
  const bool indirect = operand.kind == OperandKind::Indirect;
  if (indirect || operand.file != RegisterFile::General) {
    raw.refuse("general registers as operands of math",
               indirect ? "an indirect operand" : "an architecture register");
  }
}

/// Operands of a macro are whole registers and special accumulators.
Operand macro_destination(const RawInstruction& raw) {
  const Encoding& bits = raw.encoding;
  Operand operand;
  const std::uint32_t file = decode_file(raw, fields::kDestinationFile);
  operand.type = decode_type(raw, bits.get(fields::kDestinationType));
  operand.region = kPackedRegion;
  decode_register(raw, file, bits.get(fields::kDestinationRegister), operand);
  operand.macro = decode_macro_accumulator(raw, bits.get(fields::kDestinationMacro));
  return operand;
}

Operand macro_source(const RawInstruction& raw, unsigned index) {
  const Encoding& bits = raw.encoding;
  const SourceFields& at = kSources.at(index);
  Operand operand;
  const std::uint32_t file = decode_file(raw, at.file);
  operand.type = decode_type(raw, bits.get(at.type));
  operand.region = kPackedRegion;
  operand.absolute = bits.test(at.absolute());
  operand.negate = bits.test(at.negate());
  decode_register(raw, file, bits.get(at.number()), operand);
  operand.macro = decode_macro_accumulator(raw, bits.get(at.macro()));
  return operand;
}

void decode_macro(const RawInstruction& raw, unsigned count, Instruction& instruction) {
  const Encoding& bits = raw.encoding;
  if (bits.test(fields::kDestinationIndirect) || bits.test(kSources[0].indirect()) ||
      bits.test(kSources[1].indirect())) {
    raw.refuse("direct registers as operands of a macro", "an indirect one");
  }
  instruction.destination = macro_destination(raw);
  instruction.source_count = static_cast<std::uint8_t>(count);
  for (unsigned i = 0; i < count; ++i) {
    instruction.sources[i] = macro_source(raw, i);
  }
}

}  // namespace

void decode_math(const RawInstruction& raw, Instruction& instruction) {
  instruction.math = decode_math_function(raw);
  const unsigned count = has_two_sources(instruction.math) ? 2 : 1;
  if (!instruction.is_math_macro()) {
    decode_operands(raw, count, instruction);
  } else {
    decode_macro(raw, count, instruction);
  }
  check_math_operand(raw, instruction.destination);
  check_math_operand(raw, instruction.sources[0]);
  check_math_operand(raw, instruction.sources[1]);
}

}  // namespace lanefold::gen8
