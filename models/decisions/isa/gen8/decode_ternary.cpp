// SPDX-License-Identifier: Apache-2.0
// Instructions with three sources: align16, with swizzles of which only "all in order" and
// "one for all" mean a region.

#include <fmt/format.h>

#include <array>
#include <optional>

#include "decisions/isa/gen8/decode_formats.h"
#include "decisions/isa/gen8/decode_registers.h"

namespace lanefold::gen8 {
namespace {

constexpr Field kTernarySourceType = {43, 3};
constexpr Field kTernaryDestinationType = {46, 3};
constexpr Field kWriteMask = {49, 4};
constexpr Field kTernaryDestinationDword = {53, 3};
constexpr Field kTernaryDestinationRegister = {56, 8};

/// Fields of a source: `base` is the bit that replicates, `modifiers` the one of absolute value,
/// before that of negation.
struct TernarySource {
  std::uint8_t base;
  std::uint8_t modifiers;

  constexpr Field at(std::uint8_t low, std::uint8_t bits) const {
    return {static_cast<std::uint8_t>(base + low), bits};
  }
  constexpr Field swizzle() const { return at(1, 8); }
  constexpr Field macro() const { return at(1, 4); }
  constexpr Field dword() const { return at(9, 3); }
  constexpr Field number() const { return at(12, 8); }
};

constexpr std::array<TernarySource, 3> kTernarySources = {{{64, 37}, {85, 39}, {106, 41}}};

DataType decode_ternary_type(const RawInstruction& raw, std::uint32_t code) {
  constexpr std::array<DataType, 5> kTypes = {DataType::F, DataType::D, DataType::Ud, DataType::Df,
                                              DataType::Hf};
  if (code >= kTypes.size()) {
    raw.refuse_code("a type of three-source instructions, 0 to 4", code);
  }
  return kTypes[code];
}

void decode_dword(const RawInstruction& raw, std::uint32_t dword, Operand& operand) {
  const std::uint32_t byte = 4 * dword;
  if (byte >= kRegisterBytes) {
    raw.refuse("a subregister within its register", fmt::format("byte {}", byte));
  }
  if (byte % type_bytes(operand.type) != 0) {
    raw.refuse("a subregister at a multiple of 8 bytes", fmt::format("byte {}", byte));
  }
  operand.byte = static_cast<std::uint8_t>(byte);
}

/// Region and first element of a source. Swizzles take dwords: of a double, two take turns.
void decode_swizzle(const RawInstruction& raw, const TernarySource& at, Operand& operand) {
  constexpr std::uint32_t kAllInOrder = 0xe4;
  constexpr std::uint32_t kFirstDouble = 0x44;
  constexpr std::uint32_t kSecondDouble = 0xee;
  const std::uint32_t swizzle = raw.encoding.get(at.swizzle());
  const bool wide = operand.type == DataType::Df;
  const bool second = wide && swizzle == kSecondDouble;
  std::uint32_t dword = raw.encoding.get(at.dword());
  if (raw.encoding.test(at.base)) {
    operand.region = kScalarRegion;
  } else if (second || (wide && swizzle == kFirstDouble)) {
    operand.region = kScalarRegion;
    dword += second ? 2 : 0;
  } else if (swizzle != kAllInOrder) {
    raw.refuse_code("the swizzle xyzw, or one element for all", swizzle);
  }
  decode_dword(raw, dword, operand);
}

Operand ternary_source(const RawInstruction& raw, const TernarySource& at, bool macro,
                       const OpcodeInfo& info) {
  const Encoding& bits = raw.encoding;
  Operand operand;
  operand.type = decode_ternary_type(raw, bits.get(kTernarySourceType));
  operand.absolute = info.has('A') && bits.test(at.modifiers);
  operand.negate = info.has('A') && bits.test(at.modifiers + 1U);
  decode_register(raw, fields::kGeneralFile, bits.get(at.number()), operand);
  operand.region = kPackedRegion;
  if (!macro) {
    decode_swizzle(raw, at, operand);
    return operand;
  }
  if (bits.test(at.base)) {
    raw.refuse("all elements of a macro's source", "one for all");
  }
  operand.macro = decode_macro_accumulator(raw, bits.get(at.macro()));
  return operand;
}

/// The channels of an instruction, and dwords before the first that it writes.
struct Written {
  std::uint8_t channels;
  std::uint32_t first_dword;
};

/// One channel is encoded as the four dwords of a vector, of which the write mask has one, or two
/// for a double.
std::optional<Written> one_channel(std::uint8_t encoded, std::uint32_t mask, unsigned bytes) {
  constexpr unsigned kVectorBytes = 16;
  if (bytes < 4 || encoded * bytes != kVectorBytes) {
    return std::nullopt;
  }
  const unsigned dwords = bytes / 4;
  const std::uint32_t first = (1U << dwords) - 1;
  for (unsigned dword = 0; dword < 4; dword += dwords) {
    if (mask == first << dword) {
      return Written{1, dword};
    }
  }
  return std::nullopt;
}

Written written_channels(const RawInstruction& raw, std::uint8_t encoded, DataType type) {
  constexpr std::uint32_t kWriteAll = 0xf;
  const std::uint32_t mask = raw.encoding.get(kWriteMask);
  if (const std::optional<Written> one = one_channel(encoded, mask, type_bytes(type))) {
    return *one;
  }
  if (encoded == 1 || mask != kWriteAll) {
    raw.refuse("two channels or more, all of which are written, or one of a vector",
               fmt::format("{} channels and write mask {:#x}", encoded, mask));
  }
  return {encoded, 0};
}

void decode_ternary_destination(const RawInstruction& raw, Instruction& instruction) {
  const Encoding& bits = raw.encoding;
  Operand& operand = instruction.destination;
  operand.type = decode_ternary_type(raw, bits.get(kTernaryDestinationType));
  decode_register(raw, fields::kGeneralFile, bits.get(kTernaryDestinationRegister), operand);
  operand.region.horizontal = 1;
  if (instruction.opcode == Opcode::Madm) {
    operand.macro = decode_macro_accumulator(raw, bits.get(kWriteMask));
    return;
  }
  const Written written = written_channels(raw, instruction.execution_size, operand.type);
  instruction.execution_size = written.channels;
  decode_dword(raw, bits.get(kTernaryDestinationDword) + written.first_dword, operand);
}

}  // namespace

void decode_ternary(const RawInstruction& raw, Instruction& instruction) {
  decode_ternary_destination(raw, instruction);
  const bool macro = instruction.opcode == Opcode::Madm;
  instruction.source_count = 3;
  for (std::size_t i = 0; i < kTernarySources.size(); ++i) {
    instruction.sources[i] = ternary_source(raw, kTernarySources[i], macro, instruction.info());
  }
}

}  // namespace lanefold::gen8
