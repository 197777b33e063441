// SPDX-License-Identifier: Apache-2.0
// Hand-assembled instructions, for tests of control flow.
#pragma once

#include <cstdint>
#include <vector>

#include "decisions/isa/instruction.h"

namespace lanefold {

constexpr std::uint32_t kNop = 0x00000013;
constexpr std::uint32_t kLoadWord = 0x0005a503;      // lw a0, 0(a1)
constexpr std::uint32_t kReturn = 0x00008067;        // jalr x0, 0(ra)
constexpr std::uint32_t kIndirect = 0x00050067;      // jalr x0, 0(a0)
constexpr std::uint32_t kIndirectCall = 0x000500e7;  // jalr ra, 0(a0)
constexpr std::uint32_t kBarrierWord = 0x0000000b;
constexpr std::uint32_t kExitWord = 0x0000100b;
constexpr std::uint32_t kIllegalWord = 0;

/// beq a0, a1, pc + 4 * instructions.
constexpr std::uint32_t branch_by(int instructions) {
  const auto offset = static_cast<std::uint32_t>(instructions * 4);
  return 0x00b50063 | (offset >> 12 & 1) << 31 | (offset >> 5 & 63) << 25 |
         (offset >> 1 & 15) << 8 | (offset >> 11 & 1) << 7;
}

constexpr std::uint32_t jump_by(int instructions, std::uint32_t rd = 0) {
  const auto offset = static_cast<std::uint32_t>(instructions * 4);
  return 0x0000006f | rd << 7 | (offset >> 20 & 1) << 31 | (offset >> 1 & 1023) << 21 |
         (offset >> 11 & 1) << 20 | (offset >> 12 & 255) << 12;
}
constexpr std::uint32_t call_by(int instructions) { return jump_by(instructions, 1); }

inline std::vector<Instruction> decode_all(const std::vector<std::uint32_t>& words,
                                           std::uint32_t base) {
  std::vector<Instruction> code;
  for (std::uint32_t i = 0; i < words.size(); ++i) code.push_back(decode(words[i], base + 4 * i));
  return code;
}

}  // namespace lanefold
