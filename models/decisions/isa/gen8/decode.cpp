// SPDX-License-Identifier: Apache-2.0
// From the bytes of an instruction of Gen8's EU to its fields.

#include <algorithm>
#include <array>
#include <optional>

#include "decisions/isa/gen8/decode_controls.h"
#include "decisions/isa/gen8/decode_operands.h"
#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/raw_instruction.h"

namespace lanefold::gen8 {
namespace {

constexpr std::size_t kCodes = 128;

using OpcodeOfCode = std::array<std::optional<Opcode>, kCodes>;

OpcodeOfCode index_opcodes() {
  OpcodeOfCode index;
  for (const OpcodeInfo& row : kOpcodeRows) {
    index[row.code] = row.opcode;
  }
  return index;
}

Opcode decode_opcode(const RawInstruction& raw) {
  static const OpcodeOfCode kIndex = index_opcodes();
  const std::uint32_t code = raw.encoding.get(fields::kOpcode);
  if (!kIndex[code]) {
    raw.refuse_code("an opcode that this decoder knows", code);
  }
  return *kIndex[code];
}

/// Whether bit 28 asks for a write to the accumulator: of branches and messages, it does not.
bool computes(Format format) {
  return format == Format::Unary || format == Format::Binary || format == Format::Ternary ||
         format == Format::Math;
}

void decode_operands(const RawInstruction& raw, unsigned count, Instruction& instruction) {
  if (instruction.access_mode != AccessMode::Align1) {
    raw.refuse("align1 of an instruction with up to two sources", "align16");
  }
  instruction.destination = decode_destination(raw);
  instruction.source_count = static_cast<std::uint8_t>(count);
  for (unsigned i = 0; i < count; ++i) {
    instruction.sources[i] = decode_source(raw, i, count, instruction.info());
  }
}

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

void decode_math(const RawInstruction& raw, Instruction& instruction) {
  instruction.math = decode_math_function(raw);
  const unsigned count = has_two_sources(instruction.math) ? 2 : 1;
  if (!instruction.is_math_macro()) {
    decode_operands(raw, count, instruction);
    return;
  }
  if (instruction.access_mode != AccessMode::Align16) {
    raw.refuse("align16 of a math macro", "align1");
  }
  instruction.destination = decode_macro_destination(raw);
  instruction.source_count = static_cast<std::uint8_t>(count);
  for (unsigned i = 0; i < count; ++i) {
    instruction.sources[i] = decode_macro_source(raw, i);
  }
}

std::int32_t distance(const RawInstruction& raw, Field field) {
  return static_cast<std::int32_t>(raw.encoding.get(field));
}

void decode_branch(const RawInstruction& raw, Instruction& instruction) {
  const OpcodeInfo& info = instruction.info();
  instruction.branch_control = info.has('B') && raw.encoding.test(fields::kAccumulatorWrite);
  instruction.jip = distance(raw, fields::kJip);
  if (info.format == Format::TwoTargets) {
    instruction.uip = distance(raw, fields::kUip);
  }
}

void decode_jump(const RawInstruction& raw, Instruction& instruction) {
  constexpr std::uint32_t kImmediateFile = 3;
  constexpr Field kTargetFile = {89, 2};
  if (raw.encoding.get(kTargetFile) != kImmediateFile) {
    raw.refuse_code("an immediate as target of jmpi, file 3", raw.encoding.get(kTargetFile));
  }
  if (instruction.execution_size != 1) {
    raw.refuse("one channel of jmpi", std::to_string(instruction.execution_size));
  }
  const std::uint32_t target = raw.encoding.get(fields::kJip) + raw.size;
  instruction.jip = static_cast<std::int32_t>(target);
}

void decode_send(const RawInstruction& raw, Instruction& instruction) {
  constexpr std::uint32_t kImmediateFile = 3;
  const Encoding& bits = raw.encoding;
  if (bits.get(fields::kDescriptorFile) != kImmediateFile) {
    raw.refuse_code("an immediate descriptor, file 3", bits.get(fields::kDescriptorFile));
  }
  decode_operands(raw, 1, instruction);
  if (instruction.sources[0].kind == OperandKind::Immediate) {
    raw.refuse("registers as payload", "an immediate");
  }
  Message& message = instruction.message;
  message.function = static_cast<SharedFunction>(bits.get(fields::kCondition));
  message.descriptor = bits.get(fields::kDescriptor);
  message.end_of_thread = bits.test(fields::kEndOfThread);
}

void decode_rest(const RawInstruction& raw, Instruction& instruction) {
  switch (instruction.info().format) {
    case Format::None:
      break;
    case Format::Unary:
    case Format::Wait:
      decode_operands(raw, 1, instruction);
      break;
    case Format::Binary:
      decode_operands(raw, 2, instruction);
      break;
    case Format::Ternary:
      decode_ternary(raw, instruction);
      break;
    case Format::Math:
      decode_math(raw, instruction);
      break;
    case Format::Jump:
      decode_jump(raw, instruction);
      break;
    case Format::OneTarget:
    case Format::TwoTargets:
      decode_branch(raw, instruction);
      break;
    case Format::Send:
      decode_send(raw, instruction);
      break;
  }
}

/// Bytes up to the last that is not zero.
std::size_t size_without_padding(const std::vector<std::byte>& code) {
  const auto last =
      std::find_if(code.rbegin(), code.rend(), [](std::byte byte) { return byte != std::byte{0}; });
  return static_cast<std::size_t>(code.rend() - last);
}

}  // namespace

Instruction decode(const std::vector<std::byte>& code, std::size_t offset) {
  const RawInstruction raw = fetch(code, offset);
  Instruction instruction;
  instruction.offset = raw.offset;
  instruction.size = raw.size;
  instruction.opcode = decode_opcode(raw);
  const Format format = instruction.info().format;
  if (format == Format::None) {
    instruction.breakpoint = raw.encoding.test(fields::kBreakpoint);
    return instruction;
  }
  decode_controls(raw, instruction);
  instruction.writes_accumulator = computes(format) && raw.encoding.test(fields::kAccumulatorWrite);
  decode_rest(raw, instruction);
  return instruction;
}

std::vector<Instruction> decode_kernel(const std::vector<std::byte>& code) {
  std::vector<Instruction> instructions;
  const std::size_t end = size_without_padding(code);
  for (std::size_t offset = 0; offset < end;) {
    instructions.push_back(decode(code, offset));
    offset += instructions.back().size;
  }
  return instructions;
}

}  // namespace lanefold::gen8
