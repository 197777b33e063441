// SPDX-License-Identifier: Apache-2.0
// Which pipe of the EU an instruction takes, and how large its operands are there.
#pragma once

#include <algorithm>
#include <cstdint>

#include "decisions/isa/gen8/instruction.h"

namespace lanefold::gen8 {

/// ISCA'13 section 2.2, stage 6. Branches, `wait` and `nop` move no operands.
enum class EuPipe : std::uint8_t { Fpu, Em, Send, Control };

inline EuPipe pipe_of(const Instruction& instruction) {
  switch (instruction.info().format) {
    case Format::Send:
      return EuPipe::Send;
    case Format::Math:
      return EuPipe::Em;
    case Format::Unary:
    case Format::Binary:
    case Format::Ternary:
      return EuPipe::Fpu;
    default:
      return EuPipe::Control;
  }
}

/// 16, 32 or 64: of the largest element among destination and sources, for a pass takes as many
/// channels as fit of it (ISCA'13 section 4.1). Immediates are in no register.
inline unsigned operand_bits(const Instruction& instruction) {
  unsigned bytes = 2;
  const auto look_at = [&](const Operand& operand) {
    const bool in_registers =
        operand.kind == OperandKind::Register || operand.kind == OperandKind::Indirect;
    if (in_registers && operand.file != RegisterFile::Null) {
      bytes = std::max(bytes, type_bytes(operand.type));
    }
  };
  look_at(instruction.destination);
  for (unsigned n = 0; n < instruction.source_count; ++n) look_at(instruction.sources[n]);
  return 8 * bytes;
}

}  // namespace lanefold::gen8
