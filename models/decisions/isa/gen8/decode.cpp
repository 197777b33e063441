// SPDX-License-Identifier: Apache-2.0
// From the bytes of an instruction of Gen8's EU to its fields.

#include <algorithm>
#include <array>
#include <optional>

#include "decisions/isa/gen8/decode_controls.h"
#include "decisions/isa/gen8/decode_formats.h"
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

/// Whether bit 28 asks for a write to the accumulator.
bool may_write_accumulator(Format format) {
  return format == Format::Unary || format == Format::Binary || format == Format::Ternary ||
         format == Format::Math || format == Format::Wait;
}

void decode_wait(const RawInstruction& raw, Instruction& instruction) {
  decode_operands(raw, 1, instruction);
  if (instruction.sources[0].kind != OperandKind::Register ||
      instruction.sources[0].file != RegisterFile::Notification) {
    raw.refuse("a notification register as operand of wait", "something else");
  }
}

void decode_rest(const RawInstruction& raw, Instruction& instruction) {
  switch (instruction.info().format) {
    case Format::None:
      break;
    case Format::Unary:
      decode_operands(raw, 1, instruction);
      break;
    case Format::Wait:
      decode_wait(raw, instruction);
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
    case Format::Call:
      decode_call(raw, instruction);
      break;
    case Format::Return:
      decode_return(raw, instruction);
      break;
    case Format::Send:
      decode_send(raw, instruction);
      break;
  }
}

/// Where an instruction has swizzles, and where regions.
void check_access_mode(const RawInstruction& raw, const Instruction& instruction) {
  const bool swizzles = instruction.info().format == Format::Ternary || instruction.is_math_macro();
  if (swizzles && instruction.access_mode == AccessMode::Align1) {
    raw.refuse("align16 of an instruction with three sources or of a math macro", "align1");
  }
  if (!swizzles && instruction.access_mode == AccessMode::Align16) {
    raw.refuse("align1 of an instruction with up to two sources", "align16");
  }
}

void decode_bare(const RawInstruction& raw, Instruction& instruction) {
  if (instruction.is_compacted()) {
    raw.refuse("a native encoding of an instruction without operands", "a compacted one");
  }
  instruction.breakpoint =
      instruction.opcode == Opcode::Nop && raw.encoding.test(fields::kBreakpoint);
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
    decode_bare(raw, instruction);
    return instruction;
  }
  decode_controls(raw, instruction);
  instruction.writes_accumulator =
      may_write_accumulator(format) && raw.encoding.test(fields::kAccumulatorWrite);
  decode_rest(raw, instruction);
  check_access_mode(raw, instruction);
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
