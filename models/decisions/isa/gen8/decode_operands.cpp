// SPDX-License-Identifier: Apache-2.0
// Operands of instructions with up to two sources: registers, indirect ones, immediates.

#include "decisions/isa/gen8/decode_operands.h"

#include <fmt/format.h>

#include <array>

namespace lanefold::gen8 {
namespace {

/// Values of the two bits that say where an operand is.
enum FileCode : std::uint32_t { kArchitectureFile = 0, kGeneralFile = 1, kImmediateFile = 3 };

/// Fields of a source; those of source 1 follow 32 bits later, but for two.
struct SourceFields {
  Field file;
  Field type;
  unsigned offset_sign;
  std::uint8_t base;  ///< bit of the first field below

  constexpr Field at(std::uint8_t low, std::uint8_t bits) const {
    return {static_cast<std::uint8_t>(base + low), bits};
  }
  constexpr Field macro() const { return at(0, 4); }
  constexpr Field byte() const { return at(0, 5); }
  constexpr Field offset() const { return at(0, 9); }
  constexpr Field number() const { return at(5, 8); }
  constexpr Field address() const { return at(9, 4); }
  constexpr unsigned absolute() const { return base + 13U; }
  constexpr unsigned negate() const { return base + 14U; }
  constexpr unsigned indirect() const { return base + 15U; }
  constexpr Field horizontal() const { return at(16, 2); }
  constexpr Field width() const { return at(18, 3); }
  constexpr Field vertical() const { return at(21, 4); }
};

constexpr std::array<SourceFields, 2> kSources = {
    {{{41, 2}, {43, 4}, 95, 64}, {{89, 2}, {91, 4}, 121, 96}}};

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
  if (operand.file != RegisterFile::Null && byte % type_bytes(operand.type) != 0) {
    raw.refuse(fmt::format("a subregister at a multiple of {} bytes", type_bytes(operand.type)),
               fmt::format("byte {}", byte));
  }
  operand.byte = static_cast<std::uint8_t>(byte);
}

Region decode_region(const RawInstruction& raw, const SourceFields& fields, bool indirect) {
  constexpr std::uint32_t kVerticalPerRow = 15;
  constexpr std::uint32_t kLargestVertical = 6;
  constexpr std::uint32_t kLargestWidth = 4;
  Region region;
  const std::uint32_t width = raw.encoding.get(fields.width());
  if (width > kLargestWidth) {
    raw.refuse_code("a region's width, 0 to 4", width);
  }
  const std::uint32_t vertical = raw.encoding.get(fields.vertical());
  if (vertical > kLargestVertical && !(indirect && vertical == kVerticalPerRow)) {
    raw.refuse_code("a region's vertical stride, 0 to 6, or 15 of indirect ones", vertical);
  }
  region.vertical = std::nullopt;
  if (vertical != kVerticalPerRow) {
    region.vertical = stride(vertical);
  }
  region.width = static_cast<std::uint8_t>(1U << width);
  region.horizontal = stride(raw.encoding.get(fields.horizontal()));
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

Operand decode_immediate(const RawInstruction& raw, const SourceFields& fields, unsigned count) {
  Operand operand;
  operand.kind = OperandKind::Immediate;
  operand.type = decode_immediate_type(raw, raw.encoding.get(fields.type));
  const bool wide = type_bytes(operand.type) == 8;
  if (wide && (count > 1 || raw.size == 8)) {
    raw.refuse("a 64-bit immediate in a native instruction with one source only",
               count > 1 ? "two sources" : "a compacted instruction");
  }
  operand.immediate = raw.encoding.wide(wide ? fields::kWideImmediate : fields::kImmediate);
  return operand;
}

void decode_modifiers(const RawInstruction& raw, const SourceFields& fields, const OpcodeInfo& info,
                      Operand& operand) {
  if (!info.has('A') && !info.has('L')) {
    return;
  }
  const bool negate = raw.encoding.test(fields.negate());
  operand.absolute = raw.encoding.test(fields.absolute());
  operand.complement = info.has('L') && negate && !operand.absolute;
  operand.negate = negate && !operand.complement;
}

std::uint32_t decode_file(const RawInstruction& raw, Field field) {
  const std::uint32_t file = raw.encoding.get(field);
  if (file != kArchitectureFile && file != kGeneralFile) {
    raw.refuse_code("a register, in file 0 or 1", file);
  }
  return file;
}

}  // namespace

Operand decode_destination(const RawInstruction& raw) {
  const Encoding& bits = raw.encoding;
  Operand operand;
  const std::uint32_t file = decode_file(raw, fields::kDestinationFile);
  operand.type = decode_type(raw, bits.get(fields::kDestinationType));
  operand.region.horizontal = stride(bits.get(fields::kDestinationStride));
  if (bits.test(fields::kDestinationIndirect)) {
    operand.kind = OperandKind::Indirect;
    operand.address_element = static_cast<std::uint8_t>(bits.get(fields::kDestinationAddress));
    operand.address_offset =
        address_offset(raw, fields::kDestinationOffset, fields::kDestinationOffsetSign);
    return operand;
  }
  decode_register(raw, file == kArchitectureFile, bits.get(fields::kDestinationRegister), operand);
  decode_byte(raw, bits.get(fields::kDestinationByte), operand);
  return operand;
}

Operand decode_source(const RawInstruction& raw, unsigned index, unsigned count,
                      const OpcodeInfo& info) {
  const Encoding& bits = raw.encoding;
  const SourceFields& fields = kSources.at(index);
  if (bits.get(fields.file) == kImmediateFile && index + 1 == count) {
    return decode_immediate(raw, fields, count);
  }
  const std::uint32_t file = decode_file(raw, fields.file);
  Operand operand;
  operand.type = decode_type(raw, bits.get(fields.type));
  decode_modifiers(raw, fields, info, operand);
  const bool indirect = bits.test(fields.indirect());
  operand.region = decode_region(raw, fields, indirect);
  if (indirect) {
    operand.kind = OperandKind::Indirect;
    operand.address_element = static_cast<std::uint8_t>(bits.get(fields.address()));
    operand.address_offset = address_offset(raw, fields.offset(), fields.offset_sign);
    return operand;
  }
  decode_register(raw, file == kArchitectureFile, bits.get(fields.number()), operand);
  decode_byte(raw, bits.get(fields.byte()), operand);
  return operand;
}

Operand decode_macro_destination(const RawInstruction& raw) {
  const Encoding& bits = raw.encoding;
  Operand operand;
  const std::uint32_t file = decode_file(raw, fields::kDestinationFile);
  operand.type = decode_type(raw, bits.get(fields::kDestinationType));
  operand.region = kPackedRegion;
  decode_register(raw, file == kArchitectureFile, bits.get(fields::kDestinationRegister), operand);
  operand.macro = decode_macro_accumulator(raw, bits.get(fields::kDestinationMacro));
  return operand;
}

Operand decode_macro_source(const RawInstruction& raw, unsigned index) {
  const Encoding& bits = raw.encoding;
  const SourceFields& fields = kSources.at(index);
  Operand operand;
  const std::uint32_t file = decode_file(raw, fields.file);
  operand.type = decode_type(raw, bits.get(fields.type));
  operand.region = kPackedRegion;
  if (bits.test(fields.indirect())) {
    raw.refuse("a direct register as operand of a macro", "an indirect one");
  }
  operand.absolute = bits.test(fields.absolute());
  operand.negate = bits.test(fields.negate());
  decode_register(raw, file == kArchitectureFile, bits.get(fields.number()), operand);
  operand.macro = decode_macro_accumulator(raw, bits.get(fields.macro()));
  return operand;
}

}  // namespace lanefold::gen8
