// SPDX-License-Identifier: Apache-2.0
// Instructions made by hand, and registers to execute them on.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#include "decisions/isa/gen8_alu/alu.h"
#include "lanefold/error.h"

namespace lanefold::gen8 {

constexpr std::uint32_t kKeepAllDenormals = 0x4c0;

constexpr DataType kUd = DataType::Ud;
constexpr DataType kD = DataType::D;
constexpr DataType kUw = DataType::Uw;
constexpr DataType kW = DataType::W;
constexpr DataType kUq = DataType::Uq;
constexpr DataType kQ = DataType::Q;
constexpr DataType kF = DataType::F;
constexpr DataType kDf = DataType::Df;
constexpr DataType kHf = DataType::Hf;

inline Operand general(unsigned number, DataType type, Region region = kPackedRegion,
                       unsigned byte = 0) {
  Operand operand;
  operand.kind = OperandKind::Register;
  operand.type = type;
  operand.number = static_cast<std::uint8_t>(number);
  operand.byte = static_cast<std::uint8_t>(byte);
  operand.region = region;
  return operand;
}

inline Operand scalar(unsigned number, DataType type, unsigned byte = 0) {
  return general(number, type, kScalarRegion, byte);
}

/// A destination.
inline Operand to(unsigned number, DataType type, unsigned stride = 1, unsigned byte = 0) {
  return general(number, type, {0, 1, static_cast<std::uint8_t>(stride)}, byte);
}

inline Operand architecture(RegisterFile file, DataType type, Region region = kScalarRegion,
                            unsigned byte = 0, unsigned number = 0) {
  Operand operand = general(number, type, region, byte);
  operand.file = file;
  return operand;
}

inline Operand null_of(DataType type) { return architecture(RegisterFile::Null, type, {0, 1, 1}); }

inline Operand immediate(std::uint64_t bits, DataType type) {
  Operand operand;
  operand.kind = OperandKind::Immediate;
  operand.type = type;
  operand.immediate = bits;
  return operand;
}

inline Operand indirect(unsigned element, int offset, DataType type, Region region) {
  Operand operand;
  operand.kind = OperandKind::Indirect;
  operand.type = type;
  operand.address_element = static_cast<std::uint8_t>(element);
  operand.address_offset = static_cast<std::int16_t>(offset);
  operand.region = region;
  return operand;
}

inline Operand negated(Operand operand) {
  operand.negate = true;
  return operand;
}
inline Operand absolute(Operand operand) {
  operand.absolute = true;
  return operand;
}
inline Operand complement(Operand operand) {
  operand.complement = true;
  return operand;
}

inline Instruction make(Opcode opcode, unsigned size, const Operand& destination,
                        std::initializer_list<Operand> sources) {
  Instruction instruction;
  instruction.opcode = opcode;
  instruction.execution_size = static_cast<std::uint8_t>(size);
  instruction.destination = destination;
  for (const Operand& source : sources) {
    instruction.sources.at(instruction.source_count++) = source;
  }
  return instruction;
}

inline Instruction with(Instruction instruction, Condition condition) {
  instruction.condition = condition;
  return instruction;
}
inline Instruction saturated(Instruction instruction) {
  instruction.saturate = true;
  return instruction;
}
inline Instruction predicated(Instruction instruction, PredicateControl control,
                              bool inverted = false) {
  instruction.predicate = control;
  instruction.predicate_inverted = inverted;
  return instruction;
}
inline Instruction in_math(Instruction instruction, MathFunction function) {
  instruction.math = function;
  return instruction;
}

template <class T>
T get(const Registers& registers, unsigned number, unsigned n = 0) {
  T value;
  std::memcpy(&value, registers.general.data() + number * kRegisterBytes + n * sizeof value,
              sizeof value);
  return value;
}

template <class T>
void put(Registers& registers, unsigned number, unsigned n, T value) {
  std::memcpy(registers.general.data() + number * kRegisterBytes + n * sizeof value, &value,
              sizeof value);
}

template <class T>
void put_all(Registers& registers, unsigned number, const std::vector<T>& values) {
  for (unsigned n = 0; n < values.size(); ++n) {
    put(registers, number, n, values[n]);
  }
}

inline ChannelMask all_channels(const Instruction& instruction) {
  return channels_from(instruction.channel_offset, instruction.execution_size);
}

/// Executes in all channels, as the fast function and as the general one, which must agree.
inline ChannelMask run(const Instruction& instruction, Registers& registers) {
  Registers other = registers;
  const ChannelMask channels = all_channels(instruction);
  const ChannelMask executed = operation_of(instruction)(instruction, registers, channels);
  EXPECT_EQ(general_operation_of(instruction)(instruction, other, channels), executed);
  EXPECT_EQ(other.general, registers.general) << disassemble(instruction);
  EXPECT_EQ(other.flags, registers.flags) << disassemble(instruction);
  return executed;
}

/// A value with its type, as source.
struct Typed {
  std::uint64_t bits;
  DataType type;
};

/// Registers with sources in r10, r12, r14, for channel 0.
inline Registers with_sources(const std::vector<Typed>& values) {
  Registers registers;
  registers.control = kKeepAllDenormals;
  for (unsigned n = 0; n < values.size(); ++n) {
    put(registers, 10 + 2 * n, 0, values[n].bits);
  }
  return registers;
}

/// What an opcode gives of values, in one channel.
inline std::uint64_t result_of(Opcode opcode, DataType type, const std::vector<Typed>& values,
                               Condition condition = Condition::None) {
  Instruction instruction = make(opcode, 1, to(20, type), {});
  for (const Typed& value : values) {
    instruction.sources.at(instruction.source_count) =
        scalar(10 + 2U * instruction.source_count, value.type);
    ++instruction.source_count;
  }
  instruction.condition = condition;
  Registers registers = with_sources(values);
  run(instruction, registers);
  return get<std::uint64_t>(registers, 20);
}

inline std::uint64_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline std::uint64_t bits_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// The sentence that refuses an instruction, or nothing.
inline std::string refusal_of(const Instruction& instruction) {
  try {
    operation_of(instruction);
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::IllegalInstruction);
    return error.what();
  }
}

}  // namespace lanefold::gen8
