// SPDX-License-Identifier: Apache-2.0
// Thread arbitration.
#include "frontend/arbiter.h"

#include <algorithm>
#include <ostream>

namespace lanefold {
namespace {

std::uint64_t slot_bit(unsigned slot) { return std::uint64_t{1} << slot; }

}  // namespace

Arbiter::Arbiter(const sc_core::sc_module_name& name, const CoreConfig& config)
    : sc_module(name), config_(config), policy_(make_arbiter_policy(config.arbiter)) {}

void Arbiter::take(WarpInstruction& instruction) {
  latch_[instruction.slot] = &instruction;
  age_[instruction.slot] = instruction.id;
  by_unit_[index(instruction.instruction->unit)] |= slot_bit(instruction.slot);
}

std::uint64_t Arbiter::next_pass(std::uint64_t from) const {
  return (from + config_.issue_period - 1) / config_.issue_period * config_.issue_period;
}

void Arbiter::send(unsigned slot, Unit unit, std::uint64_t now) {
  WarpInstruction& instruction = *latch_[slot];
  by_unit_[index(instruction.instruction->unit)] &= ~slot_bit(slot);
  last_ = slot;
  instruction.unit = unit;
  instruction.issued = now;
  issue.send(instruction);
}

void Arbiter::tick(std::uint64_t now, PipeAvailability pipes) {
  if (!waits_for_any() || now % config_.issue_period != 0) return;
  bool fpu = pipes.fpu <= now;
  bool em = pipes.em <= now;
  bool memory = pipes.send <= now;
  unsigned issued = 0;
  std::uint64_t served = 0;
  while (issued < config_.issue_width) {
    const std::uint64_t candidates =
        ~served & ((fpu ? by_unit_[index(Unit::Fpu)] : 0) | (em ? by_unit_[index(Unit::Em)] : 0) |
                   (fpu || em ? by_unit_[index(Unit::Either)] : 0) |
                   (memory ? by_unit_[index(Unit::Send)] : 0));
    if (candidates == 0) break;
    const unsigned slot = policy_->choose(candidates, age_.data(), last_);
    Unit unit = latch_[slot]->instruction->unit;
    if (unit == Unit::Either) unit = em ? Unit::Em : Unit::Fpu;
    (unit == Unit::Fpu ? fpu : unit == Unit::Em ? em : memory) = false;
    served |= slot_bit(slot);
    send(slot, unit, now);
    ++issued;
  }
  if (issued != 0) ++issued_per_pass_[issued];
}

std::uint64_t Arbiter::next_event(std::uint64_t now, PipeAvailability pipes) const {
  std::uint64_t soonest = kNever;
  if (by_unit_[index(Unit::Fpu)] != 0) soonest = std::min(soonest, pipes.fpu);
  if (by_unit_[index(Unit::Em)] != 0) soonest = std::min(soonest, pipes.em);
  if (by_unit_[index(Unit::Either)] != 0) soonest = std::min({soonest, pipes.fpu, pipes.em});
  if (by_unit_[index(Unit::Send)] != 0) soonest = std::min(soonest, pipes.send);
  return soonest == kNever ? kNever : next_pass(std::max(now + 1, soonest));
}

void Arbiter::reset() {
  by_unit_ = {};
  issued_per_pass_ = {};
  last_ = 63;
}

void Arbiter::describe(std::ostream& out) const {
  for (std::uint64_t rest = waiting(); rest != 0; rest &= rest - 1) {
    const auto slot = static_cast<unsigned>(__builtin_ctzll(rest));
    out << name() << ": thread " << slot << " is ready with "
        << disassemble(*latch_[slot]->instruction) << '\n';
  }
}

}  // namespace lanefold
