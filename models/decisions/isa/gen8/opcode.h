// SPDX-License-Identifier: Apache-2.0
// The opcodes of Gen8's EU and what is known of each; opcodes.def is their only list. Codes are
// those of Intel's Programmer's Reference Manual for Broadwell (volume 7, EU instruction set).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace lanefold::gen8 {

enum class Opcode : std::uint8_t {
#define LANEFOLD_GEN8_OPCODE(name, text, code, format, traits) name,
#include "decisions/isa/gen8/opcodes.def"
#undef LANEFOLD_GEN8_OPCODE
};

/// How an instruction keeps its operands.
enum class Format : std::uint8_t {
  None,        ///< nothing but the opcode
  Unary,       ///< destination and one source
  Binary,      ///< destination and two sources
  Ternary,     ///< destination and three sources, with fields of their own
  Math,        ///< as Unary or Binary, by the function
  Jump,        ///< a distance from the next instruction
  OneTarget,   ///< JIP
  TwoTargets,  ///< JIP and UIP
  Call,        ///< where the return address goes, and the target
  Return,      ///< where the return address is
  Wait,        ///< a notification register, source and destination
  Send,        ///< destination, payload, descriptor
};

/// One row of the table. Each letter of `traits` is a field that the opcode has: P a predicate, C a
/// condition modifier, S saturation, A negation and absolute value of sources, L complement of
/// sources, B branch control.
struct OpcodeInfo {
  Opcode opcode;
  const char* text;
  std::uint8_t code;  ///< bits 0 to 6 of the encoding
  Format format;
  const char* traits;

  constexpr bool has(char trait) const {
    for (const char* at = traits; *at != '\0'; ++at) {
      if (*at == trait) {
        return true;
      }
    }
    return false;
  }
};

inline constexpr std::initializer_list<OpcodeInfo> kOpcodeRows = {
#define LANEFOLD_GEN8_OPCODE(name, text, code, format, traits) \
  {Opcode::name, text, code, Format::format, traits},
#include "decisions/isa/gen8/opcodes.def"
#undef LANEFOLD_GEN8_OPCODE
};

/// Number of opcodes: values are 0..kOpcodeCount-1.
constexpr std::size_t kOpcodeCount = kOpcodeRows.size();

constexpr const OpcodeInfo& opcode_info(Opcode opcode) {
  return kOpcodeRows.begin()[static_cast<std::size_t>(opcode)];
}

}  // namespace lanefold::gen8
