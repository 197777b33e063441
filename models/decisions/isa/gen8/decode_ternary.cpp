// SPDX-License-Identifier: Apache-2.0
// Instructions with three sources: align16, with swizzles of which only "all in order" and
// "one for all" mean a region.

#include <fmt/format.h>

#include <array>

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
  if (byte % type_bytes(operand.type) != 0) {
    raw.refuse("a subregister at a multiple of 8 bytes", fmt::format("byte {}", byte));
  }
  operand.byte = static_cast<std::uint8_t>(byte);
}

Operand ternary_source(const RawInstruction& raw, const TernarySource& at, bool macro,
                       const OpcodeInfo& info) {
  constexpr std::uint32_t kAllInOrder = 0xe4;
  const Encoding& bits = raw.encoding;
  Operand operand;
  operand.type = decode_ternary_type(raw, bits.get(kTernarySourceType));
  operand.absolute = info.has('A') && bits.test(at.modifiers);
  operand.negate = info.has('A') && bits.test(at.modifiers + 1U);
  decode_register(raw, fields::kGeneralFile, bits.get(at.number()), operand);
  operand.region = kPackedRegion;
  const bool replicated = bits.test(at.base);
  if (macro) {
    if (replicated) {
      raw.refuse("all elements of a macro's source", "one for all");
    }
    operand.macro = decode_macro_accumulator(raw, bits.get(at.macro()));
    return operand;
  }
  decode_dword(raw, bits.get(at.dword()), operand);
  if (replicated) {
    operand.region = kScalarRegion;
  } else if (bits.get(at.swizzle()) != kAllInOrder) {
    raw.refuse_code("the swizzle xyzw, or one element for all", bits.get(at.swizzle()));
  }
  return operand;
}

Operand ternary_destination(const RawInstruction& raw, bool macro) {
  const Encoding& bits = raw.encoding;
  Operand operand;
  operand.type = decode_ternary_type(raw, bits.get(kTernaryDestinationType));
  decode_register(raw, fields::kGeneralFile, bits.get(kTernaryDestinationRegister), operand);
  operand.region.horizontal = 1;
  if (macro) {
    operand.macro = decode_macro_accumulator(raw, bits.get(kWriteMask));
    return operand;
  }
  decode_dword(raw, bits.get(kTernaryDestinationDword), operand);
  return operand;
}

/// One channel is encoded as four, of which one is written.
std::uint8_t ternary_execution_size(const RawInstruction& raw, std::uint8_t encoded) {
  constexpr std::uint32_t kWriteAll = 0xf;
  constexpr std::uint32_t kWriteFirst = 0x1;
  const std::uint32_t mask = raw.encoding.get(kWriteMask);
  if (encoded == 4 && mask == kWriteFirst) {
    return 1;
  }
  if (encoded == 1 || mask != kWriteAll) {
    raw.refuse("two channels or more, all of which are written, or one of four",
               fmt::format("{} channels and write mask {:#x}", encoded, mask));
  }
  return encoded;
}

}  // namespace

void decode_ternary(const RawInstruction& raw, Instruction& instruction) {
  const bool macro = instruction.opcode == Opcode::Madm;
  if (!macro) {
    instruction.execution_size = ternary_execution_size(raw, instruction.execution_size);
  }
  instruction.destination = ternary_destination(raw, macro);
  instruction.source_count = 3;
  for (std::size_t i = 0; i < kTernarySources.size(); ++i) {
    instruction.sources[i] = ternary_source(raw, kTernarySources[i], macro, instruction.info());
  }
}

}  // namespace lanefold::gen8
