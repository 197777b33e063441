// SPDX-License-Identifier: Apache-2.0
// The opcodes of the machine; opcodes.def is their only list.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanefold {

enum class Opcode : std::uint16_t {
  Illegal,
#define LANEFOLD_OPCODE(name, text, match, mask, format, signature, kind, unit) name,
#include "isa/opcodes.def"
#undef LANEFOLD_OPCODE
};

/// Number of opcodes, Opcode::Illegal included: values are 0..kOpcodeCount-1.
constexpr std::size_t kOpcodeCount = 1
#define LANEFOLD_OPCODE(name, text, match, mask, format, signature, kind, unit) +1
#include "isa/opcodes.def"
#undef LANEFOLD_OPCODE
    ;

}  // namespace lanefold
