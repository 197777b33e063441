// SPDX-License-Identifier: Apache-2.0
// Which registers an instruction needs and which it writes, as the dependence check sees them.
#pragma once

#include "common/index_set.h"
#include "isa/instruction.h"

namespace lanefold {

/// x0 is never written, so its place in the sets stands for an open fence of the thread.
constexpr IndexSet kFenceRow = IndexSet::of(0);

/// The row, of x and f registers, that an instruction writes, as a set; x0 and "none" give the
/// empty set.
inline IndexSet row_written(const Instruction& instruction) {
  if (instruction.kind == InstructionClass::Fence) return kFenceRow;
  return instruction.writes_register() ? IndexSet::of(instruction.rd) : IndexSet();
}

/// What must be free. Memory instructions wait for an open fence; a thread ends when everything
/// else of it has.
inline IndexSet rows_needed(const Instruction& instruction) {
  if (instruction.kind == InstructionClass::Exit) return IndexSet::all();
  IndexSet rows = row_written(instruction);
  // Unused sources are row 0, or the immediate of a CSR instruction.
  if (instruction.sources != 0) rows.set(instruction.rs1);
  rows.set(instruction.rs2);
  rows.set(instruction.rs3);
  return instruction.unit == Unit::Send ? rows | kFenceRow : rows.without(kFenceRow);
}

}  // namespace lanefold
