// SPDX-License-Identifier: Apache-2.0
// Thread arbitration.
#include "frontend/arbiter.h"

#include <algorithm>
#include <ostream>

namespace lanefold {

Arbiter::Arbiter(const sc_core::sc_module_name& name, const CoreConfig& config)
    : sc_module(name), config_(config), policy_(make_arbiter_policy(config.arbiter)) {}

void Arbiter::take(WarpInstruction& instruction) {
  latch_[instruction.slot] = &instruction;
  age_[instruction.slot] = instruction.id;
  by_unit_[index(instruction.instruction->unit)].set(instruction.slot);
}

Cycle Arbiter::next_pass(Cycle from) const {
  return (from + config_.issue_period - 1) / config_.issue_period * config_.issue_period;
}

void Arbiter::send(unsigned slot, Unit unit, Cycle now) {
  WarpInstruction& instruction = *latch_[slot];
  by_unit_[index(instruction.instruction->unit)].reset(slot);
  turn_ = (slot + 1) % kMostSlots;
  instruction.unit = unit;
  instruction.issued = now;
  issue.send(instruction);
}

void Arbiter::tick(Cycle now, PipeAvailability pipes) {
  if (!waits_for_any() || now % config_.issue_period != 0) return;
  bool fpu = pipes.fpu <= now;
  bool em = pipes.em <= now;
  bool memory = pipes.send <= now;
  unsigned issued = 0;
  SlotSet served;
  while (issued < config_.issue_width) {
    SlotSet candidates;
    if (fpu) candidates |= by_unit_[index(Unit::Fpu)];
    if (em) candidates |= by_unit_[index(Unit::Em)];
    if (fpu || em) candidates |= by_unit_[index(Unit::Either)];
    if (memory) candidates |= by_unit_[index(Unit::Send)];
    candidates = candidates.without(served);
    if (candidates.none()) break;
    const unsigned slot = policy_->choose(candidates, age_.data(), turn_);
    Unit unit = latch_[slot]->instruction->unit;
    if (unit == Unit::Either) unit = em ? Unit::Em : Unit::Fpu;
    (unit == Unit::Fpu ? fpu : unit == Unit::Em ? em : memory) = false;
    served.set(slot);
    send(slot, unit, now);
    ++issued;
  }
  if (issued != 0) ++issued_per_pass_[issued];
}

Cycle Arbiter::next_event(Cycle now, PipeAvailability pipes) const {
  Cycle soonest = kNever;
  if (by_unit_[index(Unit::Fpu)].any()) soonest = std::min(soonest, pipes.fpu);
  if (by_unit_[index(Unit::Em)].any()) soonest = std::min(soonest, pipes.em);
  if (by_unit_[index(Unit::Either)].any()) soonest = std::min({soonest, pipes.fpu, pipes.em});
  if (by_unit_[index(Unit::Send)].any()) soonest = std::min(soonest, pipes.send);
  return soonest == kNever ? kNever : next_pass(std::max(now + 1, soonest));
}

void Arbiter::reset() {
  by_unit_ = {};
  issued_per_pass_ = {};
  turn_ = 0;
}

void Arbiter::describe(std::ostream& out) const {
  for (const unsigned slot : waiting()) {
    out << name() << ": thread " << slot << " is ready with "
        << disassemble(*latch_[slot]->instruction) << '\n';
  }
}

}  // namespace lanefold
