// SPDX-License-Identifier: Apache-2.0
// Thread arbitration.
#include "blocks/frontend/arbiter.h"

#include <algorithm>
#include <ostream>

#include "decisions/pipeline/hardware_thread.h"
#include "decisions/scalar/scalar_use.h"

namespace lanefold {

Arbiter::Arbiter(const sc_core::sc_module_name& name, const CoreConfig& config, ArbiterWires& wires)
    : sc_module(name),
      config_(config),
      wires_(wires),
      period_(config.issue.period),
      compacts_late_(config.compaction_latency != 0 && config.compaction != CompactionPolicy::None),
      one_cycle_(scalar_use(config).saves_time),
      policy_(make_arbiter_policy(config.arbiter)) {}

void Arbiter::take(WarpInstruction& instruction) {
  latch_[instruction.slot] = &instruction;
  age_[instruction.slot] = instruction.id;
  (needs_settings(instruction) ? wires_.unsettled : wires_.of(instruction.unit))
      .set(instruction.slot);
}

/// What one lane executes for all in a cycle, and what is no ALU's, is not compacted.
bool Arbiter::needs_settings(const WarpInstruction& instruction) const {
  return compacts_late_ && instruction.unit != Unit::Send && instruction.unit != Unit::Control &&
         !(instruction.scalar.once && one_cycle_);
}

Cycle Arbiter::settled(unsigned slot) const {
  return latch_[slot]->masked + config_.compaction_latency;
}

void Arbiter::take_settled(Cycle now) {
  for (const unsigned slot : wires_.unsettled) {
    if (settled(slot) > now) continue;
    wires_.unsettled.reset(slot);
    wires_.of(latch_[slot]->unit).set(slot);
  }
}

Cycle Arbiter::next_pass(Cycle from) const { return period_.quotient_up(from) * period_.number(); }

void Arbiter::send(unsigned slot, Unit unit, Cycle now) {
  WarpInstruction& instruction = *latch_[slot];
  wires_.of(instruction.unit).reset(slot);
  turn_ = (slot + 1) % kMostSlots;
  instruction.unit = unit;
  instruction.issued = now;
  issue.send(instruction);
}

/// Threads whose instruction has room before its pipe.
SlotSet Arbiter::candidates(Cycle now, const PipeWires& pipes) const {
  const auto of = [this](Unit unit) { return wires_.of(unit); };
  const auto room = [now](SlotSet waiting, const PipeState& pipe) {
    return waiting.any() && pipe.accepts_from <= now;
  };
  const bool fpu = room(of(Unit::Fpu) | of(Unit::Either), pipes.fpu);
  const bool em = room(of(Unit::Em) | of(Unit::Either), pipes.em);
  const SlotSet sends = of(Unit::Send).without(pipes.may_not_send);
  SlotSet slots;
  if (fpu) slots |= of(Unit::Fpu);
  if (em) slots |= of(Unit::Em);
  if (fpu || em) slots |= of(Unit::Either);
  // Only machines that have these two pipes have instructions for them.
  if (of(Unit::Scalar).any() && room(of(Unit::Scalar), pipes.scalar)) slots |= of(Unit::Scalar);
  if (of(Unit::Control).any() && room(of(Unit::Control), pipes.control)) {
    slots |= of(Unit::Control);
  }
  if (room(sends, pipes.send)) slots |= sends;
  return slots;
}

/// The pipe that takes an instruction for either ALU; one of them has room.
Unit Arbiter::alu_of_either(Cycle now, const PipeWires& pipes, SlotSet served) const {
  if (pipes.em.accepts_from > now) return Unit::Fpu;
  if (pipes.fpu.accepts_from > now) return Unit::Em;
  const Cycle fpu = std::max(now, pipes.fpu.free_at);
  const Cycle em = std::max(now, pipes.em.free_at);
  if (fpu != em) return fpu < em ? Unit::Fpu : Unit::Em;
  return wires_.of(Unit::Fpu).without(served).any() ? Unit::Em : Unit::Fpu;
}

void Arbiter::tick(Cycle now, const PipeWires& pipes) {
  wires_.due = next_pass(now + 1);
  if (period_.remainder(now) != 0) return;
  take_settled(now);
  unsigned issued = 0;
  SlotSet served;
  for (; issued < config_.issue.width; ++issued) {
    const SlotSet choice = candidates(now, pipes).without(served);
    if (choice.none()) break;
    const unsigned slot = policy_->choose(choice, age_.data(), turn_);
    const Unit unit = latch_[slot]->unit;
    served.set(slot);
    send(slot, unit == Unit::Either ? alu_of_either(now, pipes, served) : unit, now);
  }
  if (issued != 0) ++issued_per_pass_[issued];
}

Cycle Arbiter::next_event(Cycle now, const PipeWires& pipes) const {
  const auto of = [this](Unit unit) { return wires_.of(unit); };
  Cycle soonest = kNever;
  const auto wait_for = [&soonest](SlotSet waiting, const PipeState& pipe) {
    if (waiting.any()) soonest = std::min(soonest, pipe.accepts_from);
  };
  wait_for(of(Unit::Fpu) | of(Unit::Either), pipes.fpu);
  wait_for(of(Unit::Em) | of(Unit::Either), pipes.em);
  wait_for(of(Unit::Send).without(pipes.may_not_send), pipes.send);
  if (of(Unit::Scalar).any()) wait_for(of(Unit::Scalar), pipes.scalar);
  if (of(Unit::Control).any()) wait_for(of(Unit::Control), pipes.control);
  for (const unsigned slot : wires_.unsettled) soonest = std::min(soonest, settled(slot));
  return soonest == kNever ? kNever : next_pass(std::max(now + 1, soonest));
}

void Arbiter::reset() {
  wires_ = {};
  issued_per_pass_ = {};
  turn_ = 0;
}

void Arbiter::describe(std::ostream& out) const {
  for (const unsigned slot : wires_.waiting()) {
    out << name() << ": thread " << slot
        << (wires_.unsettled.test(slot) ? " waits for the compaction of " : " is ready with ")
        << text_of(*latch_[slot]) << '\n';
  }
}

}  // namespace lanefold
