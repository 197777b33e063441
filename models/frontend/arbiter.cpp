// SPDX-License-Identifier: Apache-2.0
// Thread arbitration.
#include "frontend/arbiter.h"

#include <algorithm>
#include <ostream>

#include "scalar/scalar_use.h"

namespace lanefold {

Arbiter::Arbiter(const sc_core::sc_module_name& name, const CoreConfig& config)
    : sc_module(name),
      config_(config),
      period_(config.issue_period),
      compacts_late_(config.compaction_latency != 0 && config.compaction != "none"),
      one_cycle_(scalar_use(config).saves_time),
      policy_(make_arbiter_policy(config.arbiter)) {}

void Arbiter::take(WarpInstruction& instruction) {
  latch_[instruction.slot] = &instruction;
  age_[instruction.slot] = instruction.id;
  (needs_settings(instruction) ? unsettled_ : by_unit_[index(instruction.unit)])
      .set(instruction.slot);
}

/// What one lane executes for all in a cycle, and what is no ALU's, is not compacted.
bool Arbiter::needs_settings(const WarpInstruction& instruction) const {
  return compacts_late_ && instruction.unit != Unit::Send &&
         !(instruction.scalar.once && one_cycle_);
}

Cycle Arbiter::settled(unsigned slot) const {
  return latch_[slot]->masked + config_.compaction_latency;
}

void Arbiter::take_settled(Cycle now) {
  for (const unsigned slot : unsettled_) {
    if (settled(slot) > now) continue;
    unsettled_.reset(slot);
    by_unit_[index(latch_[slot]->unit)].set(slot);
  }
}

Cycle Arbiter::next_pass(Cycle from) const { return period_.quotient_up(from) * period_.number(); }

void Arbiter::send(unsigned slot, Unit unit, Cycle now) {
  WarpInstruction& instruction = *latch_[slot];
  by_unit_[index(instruction.unit)].reset(slot);
  turn_ = (slot + 1) % kMostSlots;
  instruction.unit = unit;
  instruction.issued = now;
  issue.send(instruction);
}

/// Threads whose instruction has room before its pipe.
SlotSet Arbiter::candidates(Cycle now, const Pipes& pipes) const {
  const bool fpu = pipes.fpu.room_from() <= now;
  const bool em = pipes.em.room_from() <= now;
  SlotSet slots;
  if (fpu) slots |= by_unit_[index(Unit::Fpu)];
  if (em) slots |= by_unit_[index(Unit::Em)];
  if (fpu || em) slots |= by_unit_[index(Unit::Either)];
  if (by_unit_[index(Unit::Scalar)].any() && pipes.scalar->room_from() <= now) {
    slots |= by_unit_[index(Unit::Scalar)];
  }
  if (pipes.send.room_from() <= now) {
    slots |= by_unit_[index(Unit::Send)].without(pipes.may_not_send);
  }
  return slots;
}

/// The pipe that takes an instruction for either ALU; one of them has room.
Unit Arbiter::alu_of_either(Cycle now, const Pipes& pipes, SlotSet served) const {
  if (pipes.em.room_from() > now) return Unit::Fpu;
  if (pipes.fpu.room_from() > now) return Unit::Em;
  const Cycle fpu = std::max(now, pipes.fpu.free_at());
  const Cycle em = std::max(now, pipes.em.free_at());
  if (fpu != em) return fpu < em ? Unit::Fpu : Unit::Em;
  return by_unit_[index(Unit::Fpu)].without(served).any() ? Unit::Em : Unit::Fpu;
}

void Arbiter::tick(Cycle now, const Pipes& pipes) {
  if (!waits_for_any() || period_.remainder(now) != 0) return;
  take_settled(now);
  unsigned issued = 0;
  SlotSet served;
  for (; issued < config_.issue_width; ++issued) {
    const SlotSet choice = candidates(now, pipes).without(served);
    if (choice.none()) break;
    const unsigned slot = policy_->choose(choice, age_.data(), turn_);
    const Unit unit = latch_[slot]->unit;
    served.set(slot);
    send(slot, unit == Unit::Either ? alu_of_either(now, pipes, served) : unit, now);
  }
  if (issued != 0) ++issued_per_pass_[issued];
}

Cycle Arbiter::next_event(Cycle now, const Pipes& pipes) const {
  const Cycle fpu = pipes.fpu.room_from();
  const Cycle em = pipes.em.room_from();
  Cycle soonest = kNever;
  if (by_unit_[index(Unit::Fpu)].any()) soonest = std::min(soonest, fpu);
  if (by_unit_[index(Unit::Em)].any()) soonest = std::min(soonest, em);
  if (by_unit_[index(Unit::Either)].any()) soonest = std::min({soonest, fpu, em});
  if (by_unit_[index(Unit::Scalar)].any()) {
    soonest = std::min(soonest, pipes.scalar->room_from());
  }
  if (by_unit_[index(Unit::Send)].without(pipes.may_not_send).any())
    soonest = std::min(soonest, pipes.send.room_from());
  for (const unsigned slot : unsettled_) soonest = std::min(soonest, settled(slot));
  return soonest == kNever ? kNever : next_pass(std::max(now + 1, soonest));
}

void Arbiter::reset() {
  by_unit_ = {};
  unsettled_ = {};
  issued_per_pass_ = {};
  turn_ = 0;
}

void Arbiter::describe(std::ostream& out) const {
  for (const unsigned slot : waiting()) {
    out << name() << ": thread " << slot
        << (unsettled_.test(slot) ? " waits for the compaction of " : " is ready with ")
        << disassemble(*latch_[slot]->instruction) << '\n';
  }
}

}  // namespace lanefold
