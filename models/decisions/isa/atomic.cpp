// SPDX-License-Identifier: Apache-2.0
// What atomic memory operations compute.

#include "decisions/isa/atomic.h"

#include <algorithm>
#include <type_traits>

namespace lanefold {
namespace {

template <class Word>
Word result(Opcode opcode, Word memory, Word operand) {
  const auto a = static_cast<std::make_signed_t<Word>>(memory);
  const auto b = static_cast<std::make_signed_t<Word>>(operand);
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
      return static_cast<Word>(std::min(a, b));
    case Opcode::AmomaxW:
      return static_cast<Word>(std::max(a, b));
    case Opcode::AmominuW:
      return std::min(memory, operand);
    case Opcode::AmomaxuW:
      return std::max(memory, operand);
    default:
      return memory;
  }
}

}  // namespace

std::uint32_t amo_result(Opcode opcode, std::uint32_t memory, std::uint32_t operand) {
  return result(opcode, memory, operand);
}

std::uint64_t amo_result(Opcode opcode, std::uint64_t memory, std::uint64_t operand) {
  return result(opcode, memory, operand);
}

}  // namespace lanefold
