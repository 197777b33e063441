// SPDX-License-Identifier: Apache-2.0
// From a 32-bit word to a predecoded instruction, by the table of opcodes.

#include <algorithm>
#include <vector>

#include "decisions/isa/instruction.h"
#include "decisions/isa/opcode_table.h"
#include "decisions/isa/register_use.h"

namespace lanefold {
namespace {

constexpr unsigned kMajorMask = 0x7f;

/// Opcodes by major opcode (the low seven bits), so that a word is compared with few rows.
using OpcodeIndex = std::array<std::vector<Opcode>, kMajorMask + 1>;

OpcodeIndex make_index() {
  OpcodeIndex index;
  for (std::size_t i = 1; i < kOpcodeCount; ++i) {
    index[kOpcodeTable[i].match & kMajorMask].push_back(static_cast<Opcode>(i));
  }
  return index;
}

Opcode find_opcode(std::uint32_t word) {
  static const OpcodeIndex kIndex = make_index();
  for (const Opcode opcode : kIndex[word & kMajorMask]) {
    const OpcodeInfo& info = opcode_info(opcode);
    if ((word & info.mask) == info.match) {
      return opcode;
    }
  }
  return Opcode::Illegal;
}

constexpr std::uint32_t field(std::uint32_t word, unsigned low, unsigned count) {
  return word >> low & ((1U << count) - 1);
}

/// The top `count` bits of the word, sign-extended.
constexpr std::int32_t signed_top(std::uint32_t word, unsigned count) {
  return static_cast<std::int32_t>(word) >> (32 - count);
}

std::uint32_t branch_offset(std::uint32_t word) {
  return static_cast<std::uint32_t>(signed_top(word, 1)) << 12 | field(word, 7, 1) << 11 |
         field(word, 25, 6) << 5 | field(word, 8, 4) << 1;
}

std::uint32_t jump_offset(std::uint32_t word) {
  return static_cast<std::uint32_t>(signed_top(word, 1)) << 20 | field(word, 12, 8) << 12 |
         field(word, 20, 1) << 11 | field(word, 21, 10) << 1;
}

std::uint32_t immediate(Opcode opcode, std::uint32_t word, std::uint32_t pc) {
  switch (opcode_info(opcode).format) {
    case Format::Immediate:
    case Format::Memory:
      return static_cast<std::uint32_t>(signed_top(word, 12));
    case Format::Shift:
      return field(word, 20, 5);
    case Format::Store:
      return static_cast<std::uint32_t>(signed_top(word, 7)) << 5 | field(word, 7, 5);
    case Format::Branch:
      return pc + branch_offset(word);
    case Format::Jump:
      return pc + jump_offset(word);
    case Format::Upper:
      return (word & ~0xfffU) + (opcode == Opcode::Auipc ? pc : 0);
    case Format::Csr:
    case Format::CsrImmediate:
    case Format::Fence:
      return field(word, 20, 12);
    case Format::None:
    case Format::Register:
    case Format::Rounded:
    case Format::Atomic:
      break;
  }
  return 0;
}

std::uint8_t row(char type, std::uint32_t number) {
  return static_cast<std::uint8_t>(type == 'X' ? number : kFloatRow + number);
}

std::uint8_t result_row(char type, std::uint32_t number) {
  const bool nothing = type == '-' || (type == 'X' && number == 0);
  return nothing ? std::uint8_t{kSinkRow} : row(type, number);
}

bool is_reserved_rounding(std::uint32_t mode) { return mode == 5 || mode == 6; }

void decode_operands(Instruction& instruction, const OpcodeInfo& info) {
  const std::uint32_t word = instruction.word;
  instruction.sources = static_cast<std::uint8_t>(info.sources());
  instruction.rd = result_row(info.result(), field(word, 7, 5));
  if (instruction.sources > 0) {
    instruction.rs1 = row(info.signature[1], field(word, 15, 5));
  } else if (info.format == Format::CsrImmediate) {
    instruction.rs1 = static_cast<std::uint8_t>(field(word, 15, 5));
  }
  if (instruction.sources > 1) {
    instruction.rs2 = row(info.signature[2], field(word, 20, 5));
  }
  if (instruction.sources > 2) {
    instruction.rs3 = row(info.signature[3], field(word, 27, 5));
  }
}

RegisterOperand per_lane(unsigned bits) {
  return {RegisterOperand::Shape::PerLane, static_cast<std::uint8_t>(bits), 0};
}

/// The value of a load or store may be wider than its address.
void describe_operands(Instruction& instruction) {
  const unsigned bits = instruction.operand_bits;
  const RegisterOperand value = per_lane(instruction.access_bytes == 8 ? 64 : bits);
  std::fill_n(instruction.operands.begin(), instruction.sources, per_lane(bits));
  if (instruction.kind == InstructionClass::Store) {
    instruction.operands[instruction.sources - 1U] = value;
  }
  compare_operands(instruction);
  if (instruction.writes_register()) instruction.result = value;
}

}  // namespace

Instruction decode(std::uint32_t word, std::uint32_t pc) {
  Instruction instruction;
  instruction.word = word;
  instruction.pc = pc;
  const Opcode opcode = find_opcode(word);
  const OpcodeInfo& info = opcode_info(opcode);
  const std::uint32_t funct3 = field(word, 12, 3);
  if (info.format == Format::Rounded) {
    if (is_reserved_rounding(funct3)) {
      return instruction;
    }
    instruction.rounding = static_cast<std::uint8_t>(funct3);
  }
  instruction.opcode = opcode;
  instruction.kind = info.kind;
  instruction.unit = info.unit;
  instruction.imm = static_cast<std::int32_t>(immediate(opcode, word, pc));
  decode_operands(instruction, info);
  if (accesses_memory(instruction)) {
    instruction.access_bytes = static_cast<std::uint8_t>(1U << (funct3 & 3));
  } else if (info.mentions('D')) {
    instruction.operand_bits = 64;
  }
  instruction.snoops = opcode == Opcode::SnoopBu || opcode == Opcode::SnoopW;
  instruction.orders_global =
      opcode != Opcode::LocalBarrier && opcode != Opcode::SubGroupLocalBarrier;
  describe_operands(instruction);
  instruction.writes = row_written(instruction);
  instruction.needs = rows_needed(instruction);
  return instruction;
}

}  // namespace lanefold
