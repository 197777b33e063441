// SPDX-License-Identifier: Apache-2.0
// An ALU pipe.
#include "datapath/alu_pipe.h"

#include <algorithm>
#include <ostream>

#include "execute/datapath.h"
#include "execute/executor.h"
#include "isa/lane_execute.h"
#include "lanefold/compactor.h"
#include "program/program_image.h"

namespace lanefold {

AluPipe::AluPipe(const sc_core::sc_module_name& name, const CoreConfig& config,
                 const CoreGeometry& geometry, LaunchStatistics& statistics)
    : sc_module(name),
      config_(config),
      geometry_(geometry),
      statistics_(statistics),
      exact_(moves_quads(config)),
      queue_(config.pipe_queue) {}

void AluPipe::take(WarpInstruction& instruction) {
  const Instruction& decoded = *instruction.instruction;
  const AluTime time = alu_time(config_, instruction);
  const Cycle start = queue_.enter(instruction.issued, time.busy);
  instruction.completes = start + time.busy + time.latency;
  charge(instruction, time.busy, time.interval);

  if (exact_ && computes_lanes(decoded)) {
    compute(instruction);
  } else if (!resolves_late(decoded)) {
    execute(*instruction.warp, decoded, instruction.active, no_access_);
  }
  results.send(instruction);
}

void AluPipe::charge(const WarpInstruction& instruction, unsigned busy, unsigned interval) {
  const QuadGeometry& geometry = geometry_.of(*instruction.instruction);
  const LaneMask enabled = instruction.dispatched & instruction.predicate;
  const auto classify = [&](LaneMask lanes) {
    return classify_slots(instruction.cycles, instruction.active, lanes, geometry);
  };
  SlotCounts slots = classify(enabled);
  LaneLedger& ledger = statistics_.ledger;
  // What lanes cost that are off for a reason of their own: whole quads, and places in the last
  // one.
  const auto charge_lanes = [&](SlotCause cause, LaneMask lanes, unsigned& from, unsigned without) {
    const unsigned quads = from - without;
    const unsigned most = std::max(useful_slots(lanes, geometry), quads);
    const unsigned in_last = std::min(slots.slack, most - quads);
    ledger.charge(cause, std::uint64_t{quads + in_last} * interval);
    from = without;
    slots.slack -= in_last;
  };
  const LaneMask others =
      LaneMask::first(config_.warp_width).without(instruction.slice->assigned());
  if (others.any()) {
    charge_lanes(SlotCause::OtherSlice, others, slots.dispatch,
                 classify(enabled | others).dispatch);
  }
  if (const LaneMask behind = instruction.off_by_memory; behind.any()) {
    charge_lanes(SlotCause::MemoryDivergence, behind, slots.divergence,
                 classify(enabled.without(behind)).divergence);
  }
  ledger.charge(SlotCause::Useful, std::uint64_t{slots.useful} * interval);
  ledger.charge(SlotCause::DispatchMask, std::uint64_t{slots.dispatch} * interval);
  ledger.charge(SlotCause::ControlDivergence, std::uint64_t{slots.divergence} * interval);
  ledger.charge(SlotCause::CompactionSlack, std::uint64_t{slots.slack} * interval);
  ledger.charge(SlotCause::RegisterFile,
                std::uint64_t{busy - instruction.cycles * interval} * config_.alu_width);
}

void AluPipe::describe(std::ostream& out, Cycle now) const {
  if (free_at() > now) {
    out << name() << ": busy until cycle " << free_at() << '\n';
  } else {
    out << name() << ": idle\n";
  }
}

void AluPipe::compute(WarpInstruction& instruction) {
  const Schedule& schedule = instruction.schedule;
  DatapathValues& values = instruction.values;
  LaneRegisters& registers = instruction.warp->registers();
  const FloatTraits traits = instruction.warp->launch().image->traits;
  for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
    for (unsigned position = 0; position < schedule.positions(); ++position) {
      const Schedule::Slot slot = schedule.slot(cycle, position);
      if (!slot.enabled()) continue;
      const unsigned at = cycle * schedule.positions() + position;
      const LaneResult result =
          execute_lane(*instruction.instruction, values.operand[0][at], values.operand[1][at],
                       values.operand[2][at], registers.float_rounding[slot.lane], traits);
      values.result[at] = result.value;
      values.taken[at] = result.taken;
      registers.float_flags[slot.lane] |= result.flags;
    }
  }
}

}  // namespace lanefold
