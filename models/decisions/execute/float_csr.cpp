// SPDX-License-Identifier: Apache-2.0
// fcsr is frm in bits 7..5 and fflags in bits 4..0.
#include "decisions/execute/float_csr.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kFflags = 1;
constexpr std::uint32_t kFrm = 2;

bool has_immediate(const Instruction& instruction) { return (instruction.word >> 14 & 1U) != 0; }
std::uint32_t source_field(const Instruction& instruction) { return instruction.word >> 15 & 31U; }

std::uint32_t combine(const Instruction& instruction, std::uint32_t old, std::uint32_t operand) {
  switch (instruction.word >> 12 & 3U) {
    case 1:
      return operand;
    case 2:
      return old | operand;
    default:
      return old & ~operand;
  }
}

}  // namespace

bool csr_writes(const Instruction& instruction) {
  return (instruction.word >> 12 & 3U) == 1 || source_field(instruction) != 0;
}

void access_float_csr(const Instruction& instruction, LaneRegisters& registers, LaneMask active) {
  const auto csr = static_cast<std::uint32_t>(instruction.imm);
  const bool writes = csr_writes(instruction);
  for_each_lane(active, [&](unsigned lane) {
    std::uint8_t& flags = registers.float_flags[lane];
    std::uint8_t& rounding = registers.float_rounding[lane];
    const std::uint32_t operand = has_immediate(instruction)
                                      ? source_field(instruction)
                                      : registers.row(source_field(instruction))[lane];
    const std::uint32_t old = csr == kFflags ? flags
                              : csr == kFrm  ? rounding
                                             : rounding << 5 | flags;
    const std::uint32_t value = combine(instruction, old, operand);
    registers.row(instruction.rd)[lane] = old;
    if (!writes) return;
    if (csr != kFrm) flags = value & 31U;
    if (csr == kFrm) rounding = value & 7U;
    if (csr != kFrm && csr != kFflags) rounding = value >> 5 & 7U;
  });
}

}  // namespace lanefold
