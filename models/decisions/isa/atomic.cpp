// SPDX-License-Identifier: Apache-2.0
// What atomic memory operations compute.

#include "decisions/isa/atomic.h"

#include <algorithm>

namespace lanefold {

std::uint32_t amo_result(Opcode opcode, std::uint32_t memory, std::uint32_t operand) {
  const auto a = static_cast<std::int32_t>(memory);
  const auto b = static_cast<std::int32_t>(operand);
  switch (opcode) {
    case Opcode::AmoswapW:
    case Opcode::ScW:
      return operand;
    case Opcode::AmoaddW:
      return memory + operand;
    case Opcode::AmoxorW:
      return memory ^ operand;
    case Opcode::AmoandW:
      return memory & operand;
    case Opcode::AmoorW:
      return memory | operand;
    case Opcode::AmominW:
      return static_cast<std::uint32_t>(std::min(a, b));
    case Opcode::AmomaxW:
      return static_cast<std::uint32_t>(std::max(a, b));
    case Opcode::AmominuW:
      return std::min(memory, operand);
    case Opcode::AmomaxuW:
      return std::max(memory, operand);
    default:
      return memory;
  }
}

}  // namespace lanefold
