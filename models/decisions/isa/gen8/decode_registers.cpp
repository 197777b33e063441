// SPDX-License-Identifier: Apache-2.0
#include "decisions/isa/gen8/decode_registers.h"

#include <fmt/format.h>

#include <array>

namespace lanefold::gen8 {
namespace {

/// Architecture registers: codes `first` to `first` + `count` - 1 are numbers 0 to `count` - 1.
struct ArchitectureRegisters {
  std::uint8_t first;
  std::uint8_t count;
  RegisterFile file;
};

constexpr std::array<ArchitectureRegisters, 14> kArchitectureRegisters = {{
    {0x00, 1, RegisterFile::Null},
    {0x10, 1, RegisterFile::Address},
    {0x20, 2, RegisterFile::Accumulator},
    {0x22, 8, RegisterFile::MacroAccumulator},
    {0x30, 2, RegisterFile::Flag},
    {0x40, 1, RegisterFile::ChannelEnable},
    {0x60, 1, RegisterFile::StackPointer},
    {0x70, 2, RegisterFile::State},
    {0x80, 1, RegisterFile::Control},
    {0x90, 1, RegisterFile::Notification},
    {0xa0, 1, RegisterFile::InstructionPointer},
    {0xb0, 1, RegisterFile::ThreadDependency},
    {0xc0, 1, RegisterFile::Timestamp},
    {0xf0, 1, RegisterFile::Debug},
}};

}  // namespace

std::uint32_t decode_file(const RawInstruction& raw, Field field) {
  const std::uint32_t file = raw.encoding.get(field);
  if (file != fields::kArchitectureFile && file != fields::kGeneralFile) {
    raw.refuse_code("a register, in file 0 or 1", file);
  }
  return file;
}

DataType decode_type(const RawInstruction& raw, std::uint32_t code) {
  constexpr auto kLast = static_cast<std::uint32_t>(DataType::Hf);
  if (code > kLast) {
    raw.refuse_code("a type of elements, 0 to 10", code);
  }
  return static_cast<DataType>(code);
}

std::uint8_t decode_macro_accumulator(const RawInstruction& raw, std::uint32_t code) {
  if (code > kNoMacroAccumulator) {
    raw.refuse_code("a special accumulator, 0 to 8", code);
  }
  return static_cast<std::uint8_t>(code);
}

void decode_register(const RawInstruction& raw, std::uint32_t file, std::uint32_t number,
                     Operand& operand) {
  operand.kind = OperandKind::Register;
  if (file == fields::kGeneralFile) {
    if (number >= kGeneralRegisters) {
      raw.refuse("a register r0 to r127", fmt::format("r{}", number));
    }
    operand.file = RegisterFile::General;
    operand.number = static_cast<std::uint8_t>(number);
    return;
  }
  for (const ArchitectureRegisters& row : kArchitectureRegisters) {
    if (number >= row.first && number < row.first + row.count) {
      operand.file = row.file;
      operand.number = static_cast<std::uint8_t>(number - row.first);
      return;
    }
  }
  raw.refuse_code("an architecture register that this decoder knows", number);
}

}  // namespace lanefold::gen8
