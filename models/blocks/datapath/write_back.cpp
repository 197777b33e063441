// SPDX-License-Identifier: Apache-2.0
// Write-back.
#include "blocks/datapath/write_back.h"

#include <algorithm>
#include <functional>
#include <ostream>

#include "decisions/execute/datapath.h"
#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {

WriteBack::WriteBack(const sc_core::sc_module_name& name, const MachineConfig& config,
                     LaunchStatistics& statistics, Pool<WarpInstruction>& pool,
                     WriteBackWires& wires)
    : sc_module(name),
      config_(config),
      statistics_(statistics),
      pool_(pool),
      wires_(wires),
      exact_(moves_quads(config.core)),
      divides_branches_(config.core.on_branch == OnBranch::Divide) {}

void WriteBack::take(WarpInstruction& instruction) {
  const Entry entry{instruction.completes, instruction.id, &instruction};
  queue_.insert(std::upper_bound(queue_.begin(), queue_.end(), entry, std::greater<>()), entry);
  show();
}

void WriteBack::tick(Cycle now) {
  while (!queue_.empty() && queue_.back().completes <= now) {
    WarpInstruction* instruction = queue_.back().instruction;
    queue_.pop_back();
    wires_.last_completion = now;
    complete(*instruction);
    instruction->completed = true;
    if (instruction->held == 0) pool_.give_back(*instruction);
  }
  show();
}

void WriteBack::complete(WarpInstruction& instruction) {
  banks.send(instruction);
  scoreboard.send(instruction);
  HardwareThread& thread = *instruction.thread;
  thread.complete(instruction);
  if (instruction.late) {
    resolve_control(instruction);
  } else if (instruction.instruction->ends_block) {
    thread.check_quiet(instruction.pc, false, config_.limits);
  }
  thread.leave_pipeline();
}

void WriteBack::resolve_control(WarpInstruction& instruction) {
  const PipelineInstruction& decoded = *instruction.instruction;
  HardwareThread& thread = *instruction.thread;
  const bool branches = decoded.kind == InstructionClass::Branch;
  const bool diverged = thread.resolve(instruction, branches ? taken_by(instruction) : LaneMask());
  thread.check_quiet(instruction.pc, true, config_.limits);
  if (diverged && branches && divides_branches_) {
    Division division{&instruction, {}};
    divide.send(division);
  }
  statistics_.barriers += thread.at_barrier() ? 1 : 0;
  statistics_.branches += branches ? 1 : 0;
  statistics_.divergent_branches += branches && diverged ? 1 : 0;
  statistics_.most_splits = std::max<std::uint64_t>(statistics_.most_splits, thread.split_count());
  resolved.send(instruction);
  if (thread.at_barrier() || thread.place().done) retired.send(instruction);
}

LaneMask WriteBack::taken_by(const WarpInstruction& branch) const {
  if (!exact_) return branch.thread->taken(branch);
  const auto takes = [&](unsigned lane) {
    return branch.values->taken[slot_of(branch.schedule, lane)];
  };
  if (branch.scalar.once) return takes(branch.active.lowest()) ? branch.active : LaneMask();
  LaneMask taken;
  for_each_lane(branch.active, [&](unsigned lane) {
    if (takes(lane)) taken.set(lane);
  });
  return taken;
}

void WriteBack::reset() {
  queue_.clear();
  show();
  wires_.last_completion = 0;
}

void WriteBack::describe(std::ostream& out) const {
  for (auto entry = queue_.rbegin(); entry != queue_.rend(); ++entry) {
    const WarpInstruction& instruction = *entry->instruction;
    out << name() << ": thread " << instruction.slot << " completes " << text_of(instruction)
        << " in cycle " << entry->completes << '\n';
  }
}

}  // namespace lanefold
