// SPDX-License-Identifier: Apache-2.0
// Instruction execution, one function per kind.
#include "decisions/execute/executor.h"

#include <fmt/format.h>

#include <array>

#include "decisions/execute/fault.h"
#include "decisions/execute/float_csr.h"
#include "decisions/execute/overrun_warnings.h"
#include "decisions/program/program_image.h"

namespace lanefold {
namespace {

/// The link registers of the RISC-V calling convention (unprivileged specification, section 2.5).
constexpr bool is_link(unsigned row) { return row == 1 || row == 5; }

[[noreturn]] void refuse_instruction(const Warp& warp, const Instruction& instruction,
                                     LaneMask active) {
  throw at_work_item(ErrorKind::IllegalInstruction, warp, instruction.pc, active.lowest(),
                     fmt::format("illegal instruction {:#010x}", instruction.word));
}

void warn_of_overrun(const Warp& warp, const Instruction& instruction, const LaneAccess& access) {
  OverrunWarnings* warnings = warp.launch().warnings;
  if (warnings == nullptr || !warnings->is_new(instruction.pc)) return;
  const LaneFault overrun = describe_overrun(access, *warp.spaces().global);
  const Error sentence =
      at_work_item(ErrorKind::Access, warp, instruction.pc, overrun.lane, overrun.sentence);
  warnings->report(sentence.what());
}

void execute_access(Warp& warp, const Instruction& instruction, LaneMask active,
                    LaneAccess& access) {
  try {
    access_memory(instruction, warp.registers(), warp.spaces(), active, warp.launch().image->traits,
                  access);
  } catch (const LaneFault& fault) {
    throw at_work_item(ErrorKind::Access, warp, instruction.pc, fault.lane, fault.sentence);
  }
  if (access.overran.any()) warn_of_overrun(warp, instruction, access);
  if (access.changed_memory) {
    warp.end_quiet();
  } else if (instruction.snoops || instruction.opcode == Opcode::ScW) {
    warp.tell_of_change();  // what it finds depends on caches, or on reservations
  }
  if (instruction.snoops) warp.snooped(active, active);
}

void execute_csr(Warp& warp, const Instruction& instruction, LaneMask active) {
  const auto csr = static_cast<std::uint32_t>(instruction.imm);
  if (is_float_csr(csr)) {
    access_float_csr(instruction, warp.registers(), active);
    return;
  }
  const bool known = csr >= static_cast<std::uint32_t>(WorkItemCsr::LocalId0) &&
                     csr <= static_cast<std::uint32_t>(WorkItemCsr::SubGroupExchange);
  if (!known || csr_writes(instruction)) {
    throw at_work_item(ErrorKind::IllegalInstruction, warp, instruction.pc, active.lowest(),
                       fmt::format("CSR {:#x} {}", csr, known ? "is read-only" : "does not exist"));
  }
  std::uint32_t* to = warp.registers().row(instruction.rd);
  for_each_lane(active, [&](unsigned lane) {
    to[lane] = warp.work_item_csr(static_cast<WorkItemCsr>(csr), lane);
  });
}

void write_link(Warp& warp, const Instruction& instruction, LaneMask active) {
  if (!instruction.writes_register()) return;
  std::uint32_t* to = warp.registers().row(instruction.rd);
  for_each_lane(active, [&](unsigned lane) { to[lane] = instruction.pc + 4; });
}

/// An edge to a pc that must lie in the code.
FlowEdge edge_to(const Warp& warp, const Instruction& from, std::uint32_t pc, std::uint32_t rank,
                 LaneMask mask) {
  if (!warp.launch().image->flow.contains(pc)) {
    throw at_work_item(ErrorKind::IllegalInstruction, warp, from.pc, mask.lowest(),
                       fmt::format("goes on at {:#010x}, which is not code", pc));
  }
  return {pc, rank, FlowEdge::Kind::Jump, mask};
}

FlowEdge fall_through(const Warp& warp, const Instruction& from, const BlockFlow& block,
                      LaneMask mask) {
  return edge_to(warp, from, from.pc + 4, block.next_rank, mask);
}

bool resolve_branch(Slice& slice, const Instruction& instruction, const BlockFlow& block,
                    LaneMask active, LaneMask taken) {
  const Warp& warp = slice.warp();
  std::array<FlowEdge, 2> edges;
  std::size_t count = 0;
  if (taken.any()) {
    edges[count++] = edge_to(warp, instruction, static_cast<std::uint32_t>(instruction.imm),
                             block.taken_rank, taken);
  }
  if (taken != active) {
    edges[count++] = fall_through(warp, instruction, block, active.without(taken));
  }
  slice.lanes().leave(block, edges.data(), count);
  return count == 2;
}

FlowEdge::Kind kind_of_jump(const Instruction& instruction) {
  if (instruction.writes_register()) return FlowEdge::Kind::Call;
  return is_link(instruction.rs1) ? FlowEdge::Kind::Return : FlowEdge::Kind::Jump;
}

bool resolve_jump_register(Slice& slice, const Instruction& instruction, const BlockFlow& block,
                           LaneMask active) {
  Warp& warp = slice.warp();
  const ControlFlow& flow = warp.launch().image->flow;
  const std::uint32_t* base = warp.registers().row(instruction.rs1);
  std::array<FlowEdge, 64> edges;
  std::size_t count = 0;
  for (LaneMask rest = active; rest.any();) {
    const std::uint32_t pc =
        (base[rest.lowest()] + static_cast<std::uint32_t>(instruction.imm)) & ~1U;
    LaneMask same;
    for_each_lane(rest, [&](unsigned lane) {
      if (((base[lane] + static_cast<std::uint32_t>(instruction.imm)) & ~1U) == pc) same.set(lane);
    });
    FlowEdge edge = edge_to(warp, instruction, pc, 0, same);
    edge.rank = flow.rank_of_arrival(pc);
    edge.kind = kind_of_jump(instruction);
    edges[count++] = edge;
    rest = rest.without(same);
  }
  write_link(warp, instruction, active);
  try {
    slice.lanes().leave(block, edges.data(), count);
  } catch (const Error& error) {
    throw at_work_item(error.kind(), warp, instruction.pc, active.lowest(), error.what());
  }
  return count > 1;
}

void resolve_barrier(Slice& slice, const Instruction& instruction, const BlockFlow& block,
                     LaneMask active) {
  const Warp& warp = slice.warp();
  const LaneMask absent = slice.lanes().live().without(active);
  if (absent.any()) {
    throw at_work_item(
        ErrorKind::Barrier, warp, instruction.pc, absent.lowest(),
        fmt::format("does not reach the barrier at which {} other work-items of its warp wait",
                    active.count()));
  }
  slice.wait_at_barrier(instruction.pc);
  slice.slip().reset();
  const FlowEdge next = fall_through(warp, instruction, block, active);
  slice.lanes().leave(block, &next, 1);
}

/// kFunctionEnd is no place.
ReconvergencePoint point_at(const Warp& warp, std::uint32_t pc, std::uint32_t depth) {
  if (pc == kFunctionEnd) return {};
  return {pc, warp.launch().image->flow.block_at(pc).rank, depth};
}

/// Whether lanes that were left behind run before the instruction can be carried out.
bool others_first(Slice& slice, const Instruction& instruction) {
  const bool returns = instruction.kind == InstructionClass::JumpRegister &&
                       kind_of_jump(instruction) == FlowEdge::Kind::Return;
  if (returns) return slice.lanes().on_miss().gather(Gathering::Return);
  return instruction.kind == InstructionClass::Barrier &&
         slice.lanes().on_miss().gather(Gathering::Barrier);
}

}  // namespace

void execute(Warp& warp, const Instruction& instruction, LaneMask active, LaneAccess& access) {
  switch (instruction.kind) {
    case InstructionClass::Alu:
      instruction.execute(instruction, warp.registers(), active);
      return;
    case InstructionClass::Load:
    case InstructionClass::Store:
    case InstructionClass::Atomic:
      return execute_access(warp, instruction, active, access);
    case InstructionClass::Csr:
      return execute_csr(warp, instruction, active);
    case InstructionClass::Jump:
      return write_link(warp, instruction, active);
    default:
      return;
  }
}

void miss_snoop(Warp& warp, const Instruction& snoop, LaneMask missed) {
  std::uint32_t* to = warp.registers().row(snoop.rd);
  for_each_lane(missed, [&](unsigned lane) { to[lane] = 0; });
  warp.snooped(missed, {});
}

void advance(Slice& slice, const Instruction& instruction) {
  if (!instruction.ends_block) {
    slice.lanes().step();
    return;
  }
  const Warp& warp = slice.warp();
  const BlockFlow& block = warp.launch().image->flow.block_at(instruction.pc);
  const LaneMask active = slice.lanes().current().mask;
  FlowEdge edge;
  if (instruction.kind == InstructionClass::Jump) {
    edge = edge_to(warp, instruction, static_cast<std::uint32_t>(instruction.imm), block.taken_rank,
                   active);
    if (instruction.writes_register()) edge.kind = FlowEdge::Kind::Call;
  } else {
    edge = fall_through(warp, instruction, block, active);
  }
  slice.lanes().leave(block, &edge, 1);
}

PlaceAfterLoad after_load(const Slice& slice, const Instruction& load) {
  const Warp& warp = slice.warp();
  const BlockFlow& block = warp.launch().image->flow.block_at(load.pc);
  const Split& running = slice.lanes().current();
  const ReconvergencePoint exit = point_at(warp, block.loop_exit_pc, running.depth);
  if (!load.ends_block) return {load.pc + 4, running.rank, exit.pc, exit.rank};
  const FlowEdge next = fall_through(warp, load, block, running.mask);
  return {next.pc, next.rank, exit.pc, exit.rank};
}

ReconvergencePoint after_branch(const Slice& slice, const Instruction& branch) {
  const Warp& warp = slice.warp();
  const BlockFlow& block = warp.launch().image->flow.block_at(branch.pc);
  return point_at(warp, block.reconvergence_pc, slice.lanes().current().depth);
}

bool resolve(Slice& slice, const Instruction& instruction, LaneMask taken) {
  if (others_first(slice, instruction)) return false;
  Warp& warp = slice.warp();
  const BlockFlow& block = warp.launch().image->flow.block_at(instruction.pc);
  const LaneMask active = slice.lanes().current().mask;
  switch (instruction.kind) {
    case InstructionClass::Branch:
      return resolve_branch(slice, instruction, block, active, taken);
    case InstructionClass::JumpRegister:
      return resolve_jump_register(slice, instruction, block, active);
    case InstructionClass::Barrier:
      warp.end_quiet();
      resolve_barrier(slice, instruction, block, active);
      return false;
    case InstructionClass::Exit:
      warp.end_quiet();
      slice.lanes().leave(block, nullptr, 0);
      return false;
    case InstructionClass::Load:
    case InstructionClass::Atomic:
      advance(slice, instruction);
      return false;
    default:
      refuse_instruction(warp, instruction, active);
  }
}

}  // namespace lanefold
