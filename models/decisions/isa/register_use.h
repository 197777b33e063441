// SPDX-License-Identifier: Apache-2.0
// Which registers an instruction needs and which it writes, as the dependence check sees them.
#pragma once

#include "decisions/isa/instruction.h"
#include "lanefold/memory_map.h"

namespace lanefold {

/// x0 is never written, so its place in the sets stands for an open fence of the thread, and for
/// the lanes that a snoop on its way hits.
constexpr RegisterSet kFenceRow = RegisterSet::of(0);

/// The row, of x and f registers, that an instruction writes, as a set; x0 and "none" give the
/// empty set.
inline RegisterSet row_written(const Instruction& instruction) {
  if (instruction.kind == InstructionClass::Fence) return kFenceRow;
  const RegisterSet row =
      instruction.writes_register() ? RegisterSet::of(instruction.rd) : RegisterSet();
  return instruction.snoops ? row | kFenceRow : row;
}

inline bool reads_snoop_hit(const Instruction& instruction) {
  return instruction.kind == InstructionClass::Csr &&
         instruction.imm == static_cast<std::int32_t>(WorkItemCsr::SnoopHit);
}

/// What must be free. Memory instructions wait for an open fence or snoop; a thread ends when
/// everything else of it has.
inline RegisterSet rows_needed(const Instruction& instruction) {
  if (instruction.kind == InstructionClass::Exit) return RegisterSet::all();
  RegisterSet rows = row_written(instruction);
  // Unused sources are row 0, or the immediate of a CSR instruction.
  if (instruction.sources != 0) rows.set(instruction.rs1);
  rows.set(instruction.rs2);
  rows.set(instruction.rs3);
  const bool ordered = instruction.unit == Unit::Send || reads_snoop_hit(instruction);
  return ordered ? rows | kFenceRow : rows.without(kFenceRow);
}

}  // namespace lanefold
