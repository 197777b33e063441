// SPDX-License-Identifier: Apache-2.0
// Lane-slots of an ALU pipe.
#include "blocks/datapath/alu_ledger.h"

#include <algorithm>

#include "decisions/pipeline/hardware_thread.h"
#include "lanefold/compactor.h"

namespace lanefold {

AluLedger::AluLedger(const CoreConfig& config, unsigned width, const CoreGeometry& geometry,
                     LaunchStatistics& statistics)
    : config_(config),
      width_(width),
      scalar_(scalar_use(config)),
      geometry_(geometry),
      ledger_(statistics.ledger) {}

void AluLedger::charge_passes(const WarpInstruction& instruction, unsigned interval) {
  if (width_ == 0) return;
  if (instruction.scalar.once && scalar_.saves_time) {
    charge_cycle(instruction, interval);
  } else {
    charge_lanes(instruction, interval);
  }
}

void AluLedger::charge_fetch(const WarpInstruction& instruction, std::uint64_t cycles) {
  charge(instruction, SlotCause::RegisterFile, cycles * width_);
}

/// Slots of active lanes; one of these may compute for all. That of the scalar pipe is as wide as
/// the operands.
void AluLedger::charge_active(const WarpInstruction& instruction, unsigned interval,
                              unsigned slots) {
  unsigned useful = slots;
  if (instruction.scalar.once) {
    const LaneMask one = LaneMask::lane(instruction.active.lowest());
    useful = std::min(useful_slots(one, geometry_.of(*instruction.instruction)), slots);
  }
  charge(instruction, SlotCause::Useful, std::uint64_t{useful} * interval);
  charge(instruction, SlotCause::Uniform, std::uint64_t{slots - useful} * interval);
}

/// The one cycle of an instruction that is executed once, whatever its mask.
void AluLedger::charge_cycle(const WarpInstruction& instruction, unsigned interval) {
  const unsigned active =
      std::min(useful_slots(instruction.active, geometry_.of(*instruction.instruction)), width_);
  charge_active(instruction, interval, active);
  charge(instruction, SlotCause::CompactionSlack, std::uint64_t{width_ - active} * interval);
}

void AluLedger::charge_lanes(const WarpInstruction& instruction, unsigned interval) {
  const QuadGeometry& geometry = geometry_.of(*instruction.instruction);
  const auto own = [&](LaneMask lanes) { return own_lanes(*instruction.instruction, lanes); };
  const LaneMask active = own(instruction.active);
  const LaneMask enabled = own(instruction.dispatched & instruction.predicate);
  const auto classify = [&](LaneMask lanes) {
    return classify_slots(instruction.cycles, active, lanes, geometry);
  };
  SlotCounts slots = classify(enabled);
  // What lanes cost that are off for a reason of their own: whole quads, and places in the last
  // one.
  const auto charge_off = [&](SlotCause cause, LaneMask lanes, unsigned& from, unsigned without) {
    const unsigned quads = from - without;
    const unsigned most = std::max(useful_slots(lanes, geometry), quads);
    const unsigned in_last = std::min(slots.slack, most - quads);
    charge(instruction, cause, std::uint64_t{quads + in_last} * interval);
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
  charge(instruction, SlotCause::DispatchMask, std::uint64_t{slots.dispatch} * interval);
  charge(instruction, SlotCause::ControlDivergence, std::uint64_t{slots.divergence} * interval);
  charge(instruction, SlotCause::CompactionSlack, std::uint64_t{slots.slack} * interval);
}

}  // namespace lanefold
