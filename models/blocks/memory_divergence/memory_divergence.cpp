// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss.
#include "blocks/memory_divergence/memory_divergence.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "decisions/execute/executor.h"
#include "decisions/load_store/outstanding_load.h"
#include "decisions/profile/flight_profile.h"

namespace lanefold {

MemoryDivergence::MemoryDivergence(const sc_core::sc_module_name& name, const CoreConfig& config,
                                   std::vector<std::unique_ptr<Slice>>& slices,
                                   const MdtBlock* table, const AdaptiveSlip& slip,
                                   SlipStatistics& statistics, Alarm& wake, bool& loads_to_decide)
    : sc_module(name),
      config_(config),
      slices_(slices),
      table_(table),
      slip_(slip),
      statistics_(statistics),
      wake_(wake),
      loads_to_decide_(loads_to_decide),
      leaves_lanes_behind_(make_miss_policy(config.on_miss)->leaves_lanes_behind()),
      divides_(make_miss_policy(config.on_miss)->divides()) {}

/// A load that has been looked up still has lines to come.
void MemoryDivergence::take(WarpInstruction& instruction) {
  if (!leaves_lanes_behind_ || instruction.instruction->kind != InstructionClass::Load ||
      instruction.instruction->snoops || instruction.access.space == AddressSpace::Local) {
    return completed.send(instruction);
  }
  const Cycle due =
      instruction.load == nullptr ? instruction.completes : instruction.load->looked_up;
  const auto known = std::find_if(pending_.begin(), pending_.end(),
                                  [&](const Pending& p) { return p.load == &instruction; });
  if (known == pending_.end()) {
    pending_.push_back({&instruction, due});
  } else {
    // Its last line has come. A decision under way ends first, if there is still anything to
    // decide.
    known->deciding = known->deciding && instruction.slice->lanes().on_miss().table().lanes().any();
    known->due = known->deciding ? std::max(known->due, due) : due;
  }
  show();
  wake_.set(due);
}

void MemoryDivergence::take_arrival(LaneArrival& arrival) {
  arrivals_.push_back(arrival);
  show();
  wake_.set(arrival.cycle);
}

void MemoryDivergence::tick(Cycle now) {
  for (std::size_t i = 0; i < arrivals_.size();) {
    if (arrivals_[i].cycle > now) {
      ++i;
      continue;
    }
    const LaneArrival arrival = arrivals_[i];
    arrivals_.erase(arrivals_.begin() + static_cast<std::ptrdiff_t>(i));
    receive(arrival, now);
  }
  for (std::size_t i = 0; i < pending_.size();) {
    Pending& pending = pending_[i];
    if (divides_ && pending.load->load != nullptr && (pending.due <= now || pending.divides)) {
      divide_slice(pending);
      if (pending.due <= now) pending.due = kNever;
      ++i;
    } else if (pending.due <= now && begin_decision(pending, now)) {
      ++i;
    } else if (pending.due <= now && decide(pending, now)) {
      pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      if (pending.due <= now) pending.due = kNever;
      ++i;
    }
  }
  show();
}

/// Lanes that have their values leave the slice at a load that misses in others.
void MemoryDivergence::divide_slice(Pending& pending) {
  WarpInstruction& load = *pending.load;
  if (!pending.known) pending.come = load.active.without(load.load->waiting);
  pending.known = true;
  MissSituation situation;
  situation.lanes = load.active;
  situation.missing = load.active.without(pending.come);
  const LaneMask leaving = load.slice->slip().decide(situation, {}, 0).proceed;
  pending.divides = leaving.any();
  if (!pending.divides) return;
  Division division{&load, leaving, pending.refused};
  divide.send(division);
  pending.refused = division.refused;
  pending.divides = division.answer == Division::Answer::Later;
  if (division.answer == Division::Answer::Done) load.active = load.active.without(division.lanes);
}

bool MemoryDivergence::can_divide() const {
  return std::any_of(pending_.begin(), pending_.end(),
                     [](const Pending& pending) { return pending.divides; });
}

/// The values are taken out of the line as soon as it comes (4.1, step 4).
void MemoryDivergence::receive(const LaneArrival& arrival, Cycle now) {
  if (divides_) {
    for (Pending& pending : pending_) {
      if (pending.load->slot != arrival.slot || !pending.known) continue;
      pending.come |= arrival.lanes;
      pending.divides = pending.load->load != nullptr;
    }
    return;
  }
  SliceLanes& lanes = slices_[arrival.slot]->lanes();
  if (lanes.done()) return;
  const bool waited = lanes.waits();
  lanes.on_miss().arrive(arrival.lanes);
  if (waited && !lanes.waits()) {
    ThreadCommand proceed{ThreadCommand::Kind::Resume, arrival.slot, now};
    resume.send(proceed);
  }
  for (Pending& pending : pending_) {
    const bool asks_again =
        pending.load->load == nullptr || config_.slip.when_all_miss != AllMiss::Wait;
    const bool stays = pending.due == kNever && asks_again;
    if (pending.load->slot == arrival.slot && stays) pending.due = now;
  }
}

MissSituation MemoryDivergence::situation_of(WarpInstruction& load) const {
  const Slice& slice = *load.slice;
  const Split& running = slice.lanes().current();
  const LeftBehindTable& table = slice.lanes().on_miss().table();
  const LeftBehind* entry = table.find(running.pc, running.depth);
  MissSituation situation;
  situation.lanes = load.active;
  if (load.load != nullptr) situation.missing = load.load->waiting & load.active;
  if (entry != nullptr) {
    situation.ready = entry->ready;
    situation.later = entry->waiting.any();
  }
  situation.elsewhere = slice.lanes().on_miss().can_yield();
  situation.room = entry != nullptr || table.entries().size() < config_.slip.table_entries;
  return situation;
}

/// False if the decision is there: it takes no time, or has taken it, or there is nothing to be
/// decided, because all lanes have their values, or nobody may be left behind, and nobody was. What
/// comes in its time counts as well.
bool MemoryDivergence::begin_decision(Pending& pending, Cycle now) const {
  const bool over = pending.deciding;
  pending.deciding = false;
  if (over || divides_ || config_.slip.latency == 0) return false;
  const WarpInstruction& load = *pending.load;
  const bool misses = load.load != nullptr && (load.load->waiting & load.active).any();
  const bool may_leave = misses && slip_.limit() != 0;
  if (!may_leave && load.slice->lanes().on_miss().table().lanes().none()) return false;
  pending.deciding = true;
  pending.due = now + config_.slip.latency;
  return true;
}

/// False if the load is asked again when lanes that were left behind get their values: it waits for
/// these, or they may run in its place. One that waits for values of its own comes again with them.
bool MemoryDivergence::decide(Pending& pending, Cycle now) {
  WarpInstruction& load = *pending.load;
  if (divides_) {
    load.completes = now;
    completed.send(load);
    return true;
  }
  const MissSituation known = situation_of(load);
  const LaneMask behind = load.slice->lanes().on_miss().table().lanes();
  const std::optional<LoadDecision> decision = ask(load, known, behind);
  if (!decision) {
    pending.due = now + 1;
    return false;
  }
  if (decision->yield) {
    yield(load, now);
  } else if (decision->proceed.any()) {
    proceed(load, known, decision->proceed);
  } else if (!make_way(load, known, decision->others, now)) {
    const bool others = (known.lanes.without(known.missing) | known.ready).any();
    const bool first = !std::exchange(pending.known, true);
    const bool full = first && known.missing.any() && others && !known.room;
    statistics_.full_tables += full ? 1 : 0;
    if (full && load.profile != nullptr) ++load.profile->counts->full_tables;
    return known.missing.any() && config_.slip.when_all_miss == AllMiss::Wait;
  }
  load.completes = now;
  completed.send(load);
  return true;
}

std::optional<MemoryDivergence::LoadDecision> MemoryDivergence::ask(WarpInstruction& load,
                                                                    const MissSituation& known,
                                                                    LaneMask behind) {
  if (table_ != nullptr && table_->busy(load.slot)) return std::nullopt;
  LoadDecision decision{load.slice->slip().decide(known, behind, slip_.limit()), {}};
  if (decision.proceed.none() && !decision.yield) {
    decision.others = run_instead(load, known, behind);
  }
  return decision;
}

/// No running lane of the load has its value, and the rule and the table let all of them stay.
bool MemoryDivergence::all_can_stay(const MissSituation& known) const {
  return config_.slip.when_all_miss != AllMiss::Wait && slip_.limit() != 0 &&
         known.missing == known.lanes && known.room;
}

/// If all lanes of the load can stay: of the lanes that were left behind elsewhere and have their
/// values, those that may slip as far as the next load. That is what the slip controller says of a
/// load at which they have their values.
LaneMask MemoryDivergence::run_instead(const WarpInstruction& load, const MissSituation& known,
                                       LaneMask behind) {
  if (!all_can_stay(known)) return {};
  MissSituation there;
  there.lanes = load.slice->lanes().on_miss().ready_elsewhere();
  if (there.lanes.none()) return {};
  there.elsewhere = there.room = true;
  return load.slice->slip().decide(there, behind | load.active, slip_.limit()).proceed;
}

/// Nobody goes on at the load. All of its lanes are left behind if others can run: those that have
/// their values, or, if the rule says so, lanes on another path.
bool MemoryDivergence::make_way(WarpInstruction& load, const MissSituation& known, LaneMask others,
                                Cycle now) {
  DivergeOnMiss& on_miss = load.slice->lanes().on_miss();
  const bool other_path = config_.slip.when_all_miss == AllMiss::OtherPaths &&
                          all_can_stay(known) && on_miss.has_other_path();
  if (others.none() && !other_path) return false;
  const PlaceAfterLoad next = after_load(*load.slice, load.riscv());
  if (others.any()) {
    on_miss.run_ready(next, others);
  } else {
    on_miss.run_other_path(next);
  }
  proceeded.send(load);
  leave_to_others(load, now);
  return true;
}

/// The load is done with, but its lanes go on later: those that were left behind run now.
void MemoryDivergence::yield(WarpInstruction& load, Cycle now) {
  load.slice->lanes().on_miss().yield(after_load(*load.slice, load.riscv()));
  leave_to_others(load, now);
}

/// All lanes of the load are left behind, and the slice goes on elsewhere.
void MemoryDivergence::leave_to_others(WarpInstruction& load, Cycle now) {
  load.late = false;
  left_behind(load, load.active, load.slice->slip().most());
  ThreadCommand others{ThreadCommand::Kind::Resume, load.slot, now};
  resume.send(others);
}

/// Lanes that were ready are met, others stay (4.1, steps 3 and 5).
void MemoryDivergence::proceed(WarpInstruction& load, const MissSituation& situation,
                               LaneMask lanes) {
  DivergeOnMiss& on_miss = load.slice->lanes().on_miss();
  const LaneMask considered = load.active | on_miss.table().lanes();
  const LaneMask met = on_miss.merge_ready(lanes);
  const LaneMask staying = load.active.without(lanes);
  if (staying.any()) {
    on_miss.leave_behind(after_load(*load.slice, load.riscv()), staying & situation.missing,
                         staying.without(situation.missing));
  }
  const bool counts = config_.slip.counts == SlipCount::Loads || staying.any();
  SliceSlip& slip = load.slice->slip();
  const unsigned most = counts ? slip.pass(lanes, considered) : slip.most();
  load.active = lanes;
  if (situation.missing.any()) proceeded.send(load);
  statistics_.met_lanes += met.count();
  if (load.profile != nullptr) load.profile->counts->met_lanes += met.count();
  left_behind(load, staying, most);
}

void MemoryDivergence::left_behind(const WarpInstruction& load, LaneMask staying, unsigned most) {
  statistics_.slips += staying.any() ? 1 : 0;
  statistics_.left_behind_lanes += staying.count();
  statistics_.decided(load.slice->lanes().on_miss().table().entries().size(), most);
  if (load.profile == nullptr) return;
  InstructionCounts& counts = *load.profile->counts;
  ++counts.decided_loads;
  counts.slips += staying.any() ? 1 : 0;
  counts.splits += staying.any() && staying != load.active ? 1 : 0;
  counts.left_behind_lanes += staying.count();
}

Cycle MemoryDivergence::next_event(Cycle now) const {
  Cycle next = kNever;
  for (const LaneArrival& arrival : arrivals_) next = std::min(next, arrival.cycle);
  for (const Pending& pending : pending_) next = std::min(next, pending.due);
  return next == kNever ? kNever : std::max(now + 1, next);
}

void MemoryDivergence::reset() {
  pending_.clear();
  arrivals_.clear();
  show();
}

void MemoryDivergence::describe(std::ostream& out) const {
  for (const auto& slice : slices_) {
    for (const LeftBehind& entry : slice->lanes().on_miss().table().entries()) {
      out << name() << ": thread " << slice->number() % slices_.size() << " has left lanes 0x"
          << std::hex << entry.lanes().bits() << " behind at pc 0x" << entry.pc << ", of which 0x"
          << entry.waiting.bits() << std::dec << " wait for values\n";
    }
  }
}

}  // namespace lanefold
