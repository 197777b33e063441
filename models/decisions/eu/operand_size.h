// SPDX-License-Identifier: Apache-2.0
// How large the operands of an instruction are in an ALU.
#pragma once

#include <algorithm>
#include <cstdint>

#include "decisions/isa/gen8/instruction.h"

namespace lanefold::gen8 {

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
