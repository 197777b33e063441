// SPDX-License-Identifier: Apache-2.0
// Operands of instructions with up to two sources: registers, indirect ones, immediates.

#include <fmt/format.h>

#include <array>

#include "decisions/isa/gen8/decode_formats.h"
#include "decisions/isa/gen8/decode_registers.h"
#include "decisions/isa/gen8/source_fields.h"

namespace lanefold::gen8 {
namespace {

/// Strides are 0 or powers of two.
std::uint8_t stride(std::uint32_t code) {
  return static_cast<std::uint8_t>(code == 0 ? 0 : 1U << (code - 1));
}

std::int16_t address_offset(const RawInstruction& raw, Field field, unsigned sign) {
  constexpr int kSign = 512;
  const auto low = static_cast<int>(raw.encoding.get(field));
  return static_cast<std::int16_t>(raw.encoding.test(sign) ? low - kSign : low);
}

void decode_byte(const RawInstruction& raw, std::uint32_t byte, Operand& operand) {
  const bool whole = operand.file == RegisterFile::ChannelEnable ||
                     operand.file == RegisterFile::InstructionPointer;
  if (whole && byte != 0) {
    raw.refuse("no subregister of ce or ip", fmt::format("byte {}", byte));
  }
  if (operand.file != RegisterFile::Null && byte % type_bytes(operand.type) != 0) {
    raw.refuse(fmt::format("a subregister at a multiple of {} bytes", type_bytes(operand.type)),
               fmt::format("byte {}", byte));
  }
  operand.byte = static_cast<std::uint8_t>(byte);
}

Region decode_region(const RawInstruction& raw, const SourceFields& at, bool indirect) {
  constexpr std::uint32_t kVerticalPerRow = 15;
  constexpr std::uint32_t kLargestVertical = 6;
  constexpr std::uint32_t kLargestWidth = 4;
  Region region;
  const std::uint32_t width = raw.encoding.get(at.width());
  if (width > kLargestWidth) {
    raw.refuse_code("a region's width, 0 to 4", width);
  }
  const std::uint32_t vertical = raw.encoding.get(at.vertical());
  if (vertical > kLargestVertical && !(indirect && vertical == kVerticalPerRow)) {
    raw.refuse_code("a region's vertical stride, 0 to 6, or 15 of indirect ones", vertical);
  }
  region.vertical = std::nullopt;
  if (vertical != kVerticalPerRow) {
    region.vertical = stride(vertical);
  }
  region.width = static_cast<std::uint8_t>(1U << width);
  region.horizontal = stride(raw.encoding.get(at.horizontal()));
  return region;
}

DataType decode_immediate_type(const RawInstruction& raw, std::uint32_t code) {
  constexpr std::array<DataType, 12> kTypes = {
      DataType::Ud, DataType::D, DataType::Uw, DataType::W, DataType::Uv, DataType::Vf,
      DataType::V,  DataType::F, DataType::Uq, DataType::Q, DataType::Df, DataType::Hf};
  if (code >= kTypes.size()) {
    raw.refuse_code("a type of immediates, 0 to 11", code);
  }
  return kTypes[code];
}

Operand decode_immediate(const RawInstruction& raw, const SourceFields& at, unsigned count) {
  Operand operand;
  operand.kind = OperandKind::Immediate;
  operand.type = decode_immediate_type(raw, raw.encoding.get(at.type));
  const bool wide = type_bytes(operand.type) == 8;
  if (wide && (count > 1 || raw.size == 8)) {
    raw.refuse("a 64-bit immediate in a native instruction with one source only",
               count > 1 ? "two sources" : "a compacted instruction");
  }
  operand.immediate = raw.encoding.wide(wide ? fields::kWideImmediate : fields::kImmediate);
  return operand;
}

void decode_modifiers(const RawInstruction& raw, const SourceFields& at, const OpcodeInfo& info,
                      Operand& operand) {
  if (!info.has('A') && !info.has('L')) {
    return;
  }
  const bool negate = raw.encoding.test(at.negate());
  operand.absolute = raw.encoding.test(at.absolute());
  operand.complement = info.has('L') && negate && !operand.absolute;
  operand.negate = negate && !operand.complement;
}

void check_indirect(const RawInstruction& raw, std::uint32_t file) {
  if (file != fields::kGeneralFile) {
    raw.refuse_code("general registers as indirect operand, file 1", file);
  }
}

Operand decode_destination(const RawInstruction& raw) {
  const Encoding& bits = raw.encoding;
  Operand operand;
  const std::uint32_t file = decode_file(raw, fields::kDestinationFile);
  operand.type = decode_type(raw, bits.get(fields::kDestinationType));
  operand.region.horizontal = stride(bits.get(fields::kDestinationStride));
  if (bits.test(fields::kDestinationIndirect)) {
    check_indirect(raw, file);
    operand.kind = OperandKind::Indirect;
    operand.address_element = static_cast<std::uint8_t>(bits.get(fields::kDestinationAddress));
    operand.address_offset =
        address_offset(raw, fields::kDestinationOffset, fields::kDestinationOffsetSign);
    return operand;
  }
  decode_register(raw, file, bits.get(fields::kDestinationRegister), operand);
  decode_byte(raw, bits.get(fields::kDestinationByte), operand);
  return operand;
}

Operand decode_source(const RawInstruction& raw, unsigned index, unsigned count,
                      const OpcodeInfo& info) {
  const Encoding& bits = raw.encoding;
  const SourceFields& at = kSources.at(index);
  if (bits.get(at.file) == fields::kImmediateFile && index + 1 == count) {
    return decode_immediate(raw, at, count);
  }
  const std::uint32_t file = decode_file(raw, at.file);
  if (index == 1 && file != fields::kGeneralFile) {
    raw.refuse_code("a general register or an immediate as second source, file 1 or 3", file);
  }
  Operand operand;
  operand.type = decode_type(raw, bits.get(at.type));
  decode_modifiers(raw, at, info, operand);
  const bool indirect = bits.test(at.indirect());
  operand.region = decode_region(raw, at, indirect);
  if (indirect) {
    check_indirect(raw, file);
    operand.kind = OperandKind::Indirect;
    operand.address_element = static_cast<std::uint8_t>(bits.get(at.address()));
    operand.address_offset = address_offset(raw, at.offset(), at.offset_sign);
    return operand;
  }
  decode_register(raw, file, bits.get(at.number()), operand);
  decode_byte(raw, bits.get(at.byte()), operand);
  return operand;
}

}  // namespace

void decode_operands(const RawInstruction& raw, unsigned count, Instruction& instruction) {
  instruction.destination = decode_destination(raw);
  instruction.source_count = static_cast<std::uint8_t>(count);
  for (unsigned i = 0; i < count; ++i) {
    instruction.sources[i] = decode_source(raw, i, count, instruction.info());
  }
}

}  // namespace lanefold::gen8
