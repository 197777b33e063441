// SPDX-License-Identifier: Apache-2.0
// A result is for all lanes of a warp if it is the same in those that are active, and all are: only
// then can a scalar row have it. Otherwise it goes to the active lanes.
#include "decisions/scalar/scalar_decision.h"

#include "decisions/execute/warp.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

/// Not atomics, each of whose lanes has an effect of its own.
bool loads_or_stores(const Instruction& instruction) {
  return instruction.kind == InstructionClass::Load || instruction.kind == InstructionClass::Store;
}

/// Lanes see different words of private memory at one address.
bool loads_private(const WarpInstruction& instruction) {
  const Instruction& decoded = instruction.riscv();
  if (decoded.kind != InstructionClass::Load) return false;
  const std::uint32_t base =
      instruction.warp->registers().row(decoded.rs1)[instruction.active.lowest()];
  const std::uint32_t address = base + static_cast<std::uint32_t>(decoded.imm);
  return address - kPrivateBase < kPrivateWindowBytes;
}

/// Whether one lane can do the work of others.
bool can_be_done_once(const WarpInstruction& instruction) {
  const Instruction& decoded = instruction.riscv();
  switch (decoded.kind) {
    case InstructionClass::Alu:
    case InstructionClass::Branch:
    case InstructionClass::Jump:
    case InstructionClass::JumpRegister:
    case InstructionClass::Csr:
      return true;
    default:
      return loads_or_stores(decoded) && !decoded.snoops && !loads_private(instruction);
  }
}

void decide_result(const WarpInstruction& instruction, ScalarWork& work) {
  const Instruction& decoded = instruction.riscv();
  if (!decoded.writes_register()) return;
  ScalarRows& rows = instruction.warp->scalar_rows();
  const bool all = instruction.active == instruction.dispatched;
  work.writes_row = work.once && all;
  if (work.writes_row) {
    rows.write_all(decoded.rd);
  } else {
    work.regenerates = rows.write_lanes(decoded.rd) && !all;
  }
}

}  // namespace

ScalarDecision decide_scalar_work(const WarpInstruction& instruction,
                                  const ScalarKnowledge& knowledge) {
  const Instruction& decoded = instruction.riscv();
  ScalarDecision decision;
  ScalarWork& work = decision.work;
  const auto operands = decoded.source_rows();
  for (unsigned k = 0; k < decoded.sources; ++k) {
    if (instruction.warp->scalar_rows().holds(operands[k])) work.operands |= 1U << k;
  }
  if (loads_or_stores(decoded)) work.addresses = knowledge.addresses(instruction);
  if (can_be_done_once(instruction)) {
    work.once = knowledge.known(instruction);
    if (!work.once) {
      const OperandComparison found = knowledge.compare(instruction);
      work.once = work.compared = found.equal;
      decision.comparisons = found.lanes;
    }
    // The coalescer works when operands have been fetched, and so compared.
    if (loads_or_stores(decoded) && work.compared) work.addresses = AddressPattern::Uniform;
  }
  decide_result(instruction, work);
  return decision;
}

}  // namespace lanefold
