// SPDX-License-Identifier: Apache-2.0
// The opcodes of the machine; opcodes.def is their only list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace lanefold {

enum class Opcode : std::uint16_t {
  Illegal,
#define LANEFOLD_OPCODE(name, text, match, mask, format, signature, kind, unit) name,
#include "decisions/isa/opcodes.def"
#undef LANEFOLD_OPCODE
};

/// Number of opcodes, Opcode::Illegal included: values are 0..kOpcodeCount-1.
constexpr std::size_t kOpcodeCount =
    std::initializer_list<Opcode>{
        Opcode::Illegal,
#define LANEFOLD_OPCODE(name, text, match, mask, format, signature, kind, unit) Opcode::name,
#include "decisions/isa/opcodes.def"
#undef LANEFOLD_OPCODE
    }
        .size();

}  // namespace lanefold
