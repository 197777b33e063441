// SPDX-License-Identifier: Apache-2.0
// An ALU pipe.
#include "blocks/datapath/alu_pipe.h"

#include <algorithm>
#include <ostream>

#include "decisions/execute/datapath.h"
#include "decisions/execute/warp.h"
#include "decisions/isa/lane_execute.h"
#include "decisions/pipeline/hardware_thread.h"
#include "decisions/program/program_image.h"
#include "lanefold/compactor.h"

namespace lanefold {

AluPipe::AluPipe(const sc_core::sc_module_name& name, const CoreConfig& config, unsigned width,
                 const CoreGeometry& geometry, LaunchStatistics& statistics, PipeState& state)
    : sc_module(name),
      config_(config),
      width_(width),
      scalar_(scalar_use(config)),
      geometry_(geometry),
      statistics_(statistics),
      exact_(moves_quads(config)),
      queue_(config.pipes.queue),
      state_(state) {}

void AluPipe::take(WarpInstruction& instruction) {
  const PipelineInstruction& decoded = *instruction.instruction;
  const AluTime time = alu_time(config_, instruction);
  const Cycle start = queue_.enter(instruction.issued, time.busy);
  state_ = queue_.state();
  instruction.completes = start + time.busy + time.latency;
  charge(instruction, time);

  if (exact_ && computes_lanes(decoded)) {
    compute(instruction);
  } else if (!resolves_late(decoded)) {
    instruction.thread->execute(instruction);
  }
  results.send(instruction);
}

void AluPipe::reset() {
  queue_.reset();
  state_ = queue_.state();
}

/// A pipe without lanes has no slots.
void AluPipe::charge(const WarpInstruction& instruction, const AluTime& time) {
  if (width_ == 0) return;
  if (instruction.scalar.once && scalar_.saves_time) {
    charge_cycle(instruction, time.interval);
  } else {
    charge_lanes(instruction, time.interval);
  }
  statistics_.ledger.charge(SlotCause::RegisterFile,
                            std::uint64_t{time.busy - instruction.cycles * time.interval} * width_);
}

/// Slots of active lanes; one of these may compute for all. That of the scalar pipe is as wide as
/// the operands.
void AluPipe::charge_active(const WarpInstruction& instruction, unsigned interval, unsigned slots) {
  unsigned useful = slots;
  if (instruction.scalar.once) {
    const LaneMask one = LaneMask::lane(instruction.active.lowest());
    useful = std::min(useful_slots(one, geometry_.of(*instruction.instruction)), slots);
  }
  statistics_.ledger.charge(SlotCause::Useful, std::uint64_t{useful} * interval);
  statistics_.ledger.charge(SlotCause::Uniform, std::uint64_t{slots - useful} * interval);
}

/// The one cycle of an instruction that is executed once, whatever its mask.
void AluPipe::charge_cycle(const WarpInstruction& instruction, unsigned interval) {
  const unsigned active =
      std::min(useful_slots(instruction.active, geometry_.of(*instruction.instruction)), width_);
  charge_active(instruction, interval, active);
  statistics_.ledger.charge(SlotCause::CompactionSlack, std::uint64_t{width_ - active} * interval);
}

void AluPipe::charge_lanes(const WarpInstruction& instruction, unsigned interval) {
  const QuadGeometry& geometry = geometry_.of(*instruction.instruction);
  const auto own = [&](LaneMask lanes) { return own_lanes(*instruction.instruction, lanes); };
  const LaneMask active = own(instruction.active);
  const LaneMask enabled = own(instruction.dispatched & instruction.predicate);
  const auto classify = [&](LaneMask lanes) {
    return classify_slots(instruction.cycles, active, lanes, geometry);
  };
  SlotCounts slots = classify(enabled);
  LaneLedger& ledger = statistics_.ledger;
  // What lanes cost that are off for a reason of their own: whole quads, and places in the last
  // one.
  const auto charge_off = [&](SlotCause cause, LaneMask lanes, unsigned& from, unsigned without) {
    const unsigned quads = from - without;
    const unsigned most = std::max(useful_slots(lanes, geometry), quads);
    const unsigned in_last = std::min(slots.slack, most - quads);
    ledger.charge(cause, std::uint64_t{quads + in_last} * interval);
    from = without;
    slots.slack -= in_last;
  };
  const LaneMask others =
      LaneMask::first(config_.warp_width).without(instruction.thread->assigned());
  if (others.any()) {
    charge_off(SlotCause::OtherSlice, others, slots.dispatch, classify(enabled | others).dispatch);
  }
  if (const LaneMask behind = instruction.off_by_memory; behind.any()) {
    charge_off(SlotCause::MemoryDivergence, behind, slots.divergence,
               classify(enabled.without(behind)).divergence);
  }
  charge_active(instruction, interval, slots.useful);
  ledger.charge(SlotCause::DispatchMask, std::uint64_t{slots.dispatch} * interval);
  ledger.charge(SlotCause::ControlDivergence, std::uint64_t{slots.divergence} * interval);
  ledger.charge(SlotCause::CompactionSlack, std::uint64_t{slots.slack} * interval);
}

void AluPipe::describe(std::ostream& out, Cycle now) const {
  if (state_.free_at > now) {
    out << name() << ": busy until cycle " << state_.free_at << '\n';
  } else {
    out << name() << ": idle\n";
  }
}

void AluPipe::compute(WarpInstruction& instruction) {
  const Schedule& schedule = instruction.schedule;
  DatapathValues& values = *instruction.values;
  LaneRegisters& registers = instruction.warp->registers();
  const FloatTraits traits = instruction.warp->launch().image->traits;
  for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
    for (unsigned position = 0; position < schedule.positions(); ++position) {
      const Schedule::Slot slot = schedule.slot(cycle, position);
      if (!slot.enabled()) continue;
      const unsigned at = cycle * schedule.positions() + position;
      const LaneResult result =
          execute_lane(instruction.riscv(), values.operand[0][at], values.operand[1][at],
                       values.operand[2][at], registers.float_rounding[slot.lane], traits);
      values.result[at] = result.value;
      values.taken[at] = result.taken;
      const LaneMask lanes =
          instruction.scalar.once ? instruction.active : LaneMask::lane(slot.lane);
      for_each_lane(lanes, [&](unsigned lane) { registers.float_flags[lane] |= result.flags; });
    }
  }
}

}  // namespace lanefold
