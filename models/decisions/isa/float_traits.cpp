// SPDX-License-Identifier: Apache-2.0
// What a program can observe of its floating-point environment, from its instructions.

#include "decisions/isa/lane_execute.h"
#include "decisions/isa/opcode_table.h"

namespace lanefold {
namespace {

constexpr std::int32_t kFflags = 1;
constexpr std::int32_t kFrm = 2;
constexpr std::int32_t kFcsr = 3;

/// csrrs and csrrc with x0 (or zero) only read.
bool writes_csr(const Instruction& instruction) {
  const bool always = instruction.opcode == Opcode::Csrrw || instruction.opcode == Opcode::Csrrwi;
  return always || instruction.rs1 != 0;
}

}  // namespace

void observe(const Instruction& instruction, FloatTraits& traits) {
  const OpcodeInfo& info = opcode_info(instruction.opcode);
  traits.has_double |= info.mentions('D');
  if (instruction.kind == InstructionClass::Csr) {
    const bool all = instruction.imm == kFcsr;
    traits.reads_flags |= all || instruction.imm == kFflags;
    traits.writes_rounding |= (all || instruction.imm == kFrm) && writes_csr(instruction);
  }
}

}  // namespace lanefold
