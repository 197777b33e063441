// SPDX-License-Identifier: Apache-2.0
// Rows of instructions.
#include "observers/pipeline_trace/instruction_recorder.h"

#include <algorithm>

#include "blocks/datapath/alu_pipe.h"
#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {
namespace {

const char* pipe_name(Unit unit) {
  if (unit == Unit::Scalar) return "Scalar";
  if (unit == Unit::Control) return "Control";
  return unit == Unit::Em ? "Em" : "Fpu";
}

/// Others come to a barrier, or end what a fence waits for, at any time.
bool waits_for_others(const WarpInstruction& instruction) {
  const InstructionClass kind = instruction.instruction->kind;
  return kind == InstructionClass::Barrier || kind == InstructionClass::Fence;
}

}  // namespace

InstructionRecorder::InstructionRecorder(const MachineConfig& config, const TraceClock& clock,
                                         RowQueue& rows)
    : config_(config), clock_(clock), rows_(rows), cores_(config.cores, CoreState(config.core)) {}

InstructionRecorder::Live* InstructionRecorder::find(unsigned core,
                                                     const WarpInstruction& instruction) {
  auto& live = cores_[core].live;
  if (live.empty()) return nullptr;
  const auto found = live.find(instruction.id);
  return found == live.end() ? nullptr : &found->second;
}

void InstructionRecorder::masked(unsigned core, const WarpInstruction& instruction) {
  const Cycle now = clock_.now();
  CoreState& state = cores_[core];
  if (rows_.over(now)) return;
  if (rows_.early(now) && !waits_for_others(instruction)) {
    state.latest_early = instruction.id;
    return;
  }
  const Row row = rows_.open(RowKind::Instruction, now);
  row->core = core;
  row->slot = instruction.slot;
  row->code = &texts_.at(instruction);
  row->lanes = instruction.active;
  row->left_behind = instruction.thread->left_behind();
  row->enter("D", now);
  state.live[instruction.id] = {row, now};
}

void InstructionRecorder::ready(unsigned core, const WarpInstruction& instruction) {
  Live* live = find(core, instruction);
  if (live == nullptr) return;
  const Cycle now = clock_.now();
  const Cycle checked = live->row->begin + (config_.core.stage_latches ? 1 : 0);
  if (now > checked) {
    const ThreadHistory& thread = cores_[core].threads[instruction.slot];
    StallReason reason = thread.scoreboard_wait(*instruction.instruction, now);
    live->row->enter("Sb", checked, reason.why);
    live->row->cause = std::move(reason.cause);
  }
  live->row->enter("Ar", now);
  live->ready = now;
}

void InstructionRecorder::issued(unsigned core, const WarpInstruction& instruction) {
  const Cycle now = clock_.now();
  CoreState& state = cores_[core];
  if (state.live.empty() && rows_.early(now)) return;
  state.threads[instruction.slot].issued(now);
  state.passes.issued(now);
  Live* live = find(core, instruction);
  if (live == nullptr) return;
  PipelineRow& row = *live->row;
  row.stages.back().why = state.passes.issue_wait(instruction.unit, live->ready, now);
  if (instruction.unit == Unit::Send) {
    enter_load_store_unit(row, instruction);
  } else {
    enter_pipe(row, instruction);
  }
}

/// An ALU knows at once when each of its stages begins.
void InstructionRecorder::enter_pipe(PipelineRow& row, const WarpInstruction& instruction) const {
  const AluTime time = alu_time(config_.core, instruction);
  const Cycle now = clock_.now();
  const Cycle passed = now + (instruction.completes - time.latency - instruction.issued);
  row.enter("Q", now, "waits for its pipe");
  row.enter(pipe_name(instruction.unit), passed - time.busy);
  row.enter("La", passed);
}

void InstructionRecorder::enter_load_store_unit(PipelineRow& row,
                                                const WarpInstruction& instruction) const {
  const Cycle now = clock_.now();
  row.enter("Ad", now);
  const Cycle fetched = now + (instruction.fetched - instruction.issued);
  if (waits_for_others(instruction)) {
    row.enter("Or", fetched, "waits for earlier stores");
  } else {
    row.enter("Q", fetched, "waits for the load/store unit");
  }
}

/// When the first of its lines is requested.
InstructionRecorder::Row InstructionRecorder::line_requested(unsigned core,
                                                             std::uint64_t instruction,
                                                             Cycle cycle) {
  auto& live = cores_[core].live;
  const auto found = live.find(instruction);
  if (found == live.end()) return nullptr;
  if (found->second.row->stages.back().name != "Me") found->second.row->enter("Me", cycle);
  return found->second.row;
}

/// From now on it is known which lanes of the load proceed.
void InstructionRecorder::served(unsigned core, const WarpInstruction& instruction) {
  Live* live = find(core, instruction);
  if (live == nullptr) return;
  PipelineRow& row = *live->row;
  if (waits_for_others(instruction)) return;
  if (accesses_memory(*instruction.instruction) &&
      instruction.access.space == AddressSpace::Local) {
    row.enter("Lm", std::max(clock_.now(), row.stages.back().begin));
  }
  if (instruction.instruction->kind != InstructionClass::Load) return;
  row.stays = row.lanes & instruction.thread->left_behind();
  row.joins = instruction.active.without(row.lanes);
}

void InstructionRecorder::retired(unsigned core, const WarpInstruction& instruction) {
  const Cycle now = clock_.now();
  CoreState& state = cores_[core];
  if (state.live.empty() && rows_.early(now)) return;
  Row row;
  if (const auto found = state.live.find(instruction.id); found != state.live.end()) {
    row = std::move(found->second.row);
    state.live.erase(found);
  }
  state.threads[instruction.slot].retired(instruction, row, now);
  if (row != nullptr) {
    rows_.close(*row, now);
  } else if (state.latest_early && instruction.id <= *state.latest_early) {
    rows_.leave_out(now);
  }
}

void InstructionRecorder::launch_ends() {
  for (CoreState& core : cores_) {
    core.live.clear();
    for (ThreadHistory& thread : core.threads) thread.forget();
    core.passes.forget();
  }
}

}  // namespace lanefold
