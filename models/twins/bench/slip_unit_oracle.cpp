// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss, a clock cycle at a time.
#include "twins/bench/slip_unit_oracle.h"

#include <algorithm>

#include "twins/verilated/mdt_twin.h"

namespace lanefold {
namespace {

/// Lanes left behind at a place, without and with their values.
LeftBehind lanes_at(std::uint64_t place, LaneMask waiting, LaneMask ready) {
  LeftBehind left;
  left.pc = mdt_pc(place);
  left.depth = mdt_depth(place);
  left.waiting = waiting;
  left.ready = ready;
  return left;
}

}  // namespace

SlipUnitOracle::SlipUnitOracle(unsigned entries, unsigned loads)
    : entries_(entries), loads_(loads) {}

void SlipUnitOracle::reset() {
  loads_.assign(loads_.size(), std::nullopt);
  table_.clear();
  counters_.reset();
  busy_ = false;
}

std::optional<unsigned> SlipUnitOracle::free_load() const {
  const auto free = std::find(loads_.begin(), loads_.end(), std::nullopt);
  if (free == loads_.end()) return std::nullopt;
  return static_cast<unsigned>(free - loads_.begin());
}

void SlipUnitOracle::send(const Inputs& inputs,
                          std::vector<std::optional<CoalescingEntry>>& loads) const {
  if (!inputs.send) return;
  if (!inputs.first) {
    if (loads[inputs.send_entry]) loads[inputs.send_entry]->send(inputs.send_lanes);
  } else if (const auto free = free_load()) {
    loads[*free].emplace().send(inputs.send_lanes);
  }
}

LaneMask SlipUnitOracle::receive(const Inputs& inputs,
                                 std::vector<std::optional<CoalescingEntry>>& loads) {
  LaneMask complete;
  for (const auto& [entry, lanes] : inputs.lanes_by_entry()) {
    if (loads[entry]) complete |= loads[entry]->receive(lanes);
  }
  return complete;
}

SlipUnitOracle::Decision SlipUnitOracle::decide(const Inputs& inputs) const {
  auto loads = loads_;
  send(inputs, loads);
  const LaneMask complete = receive(inputs, loads);
  LeftBehindTable table = table_;
  table.arrive(complete);
  const LaneMask considered = inputs.lanes | table.lanes();

  MissSituation known;
  known.lanes = inputs.lanes;
  if (inputs.waits && loads_[inputs.entry]) {
    known.missing = (inputs.lanes & loads_[inputs.entry]->waiting()).without(complete);
  }
  const LeftBehind* here = table.find(mdt_pc(inputs.place), mdt_depth(inputs.place));
  if (here != nullptr) {
    known.ready = here->ready;
    known.later = here->waiting.any();
  }
  known.limited = counters_.limited(considered, inputs.max);
  known.elsewhere = inputs.elsewhere;
  known.room = here != nullptr || table.entries().size() < entries_;
  const MissDecision decided = policy_->decide(known);

  Decision decision{known.missing, decided.proceed, decided.yield, {}};
  const bool makes_way = decided.proceed.none() && !decided.yield && inputs.ready_elsewhere &&
                         known.missing == known.lanes && known.room;
  if (!makes_way) return decision;
  MissSituation there;
  there.lanes = table.entries().at(inputs.ready_other).ready;
  there.limited = known.limited;
  there.elsewhere = there.room = true;
  decision.others = policy_->decide(there).proceed;
  return decision;
}

void SlipUnitOracle::clock(const Inputs& inputs) {
  const bool decides = inputs.valid && takes_load(inputs);
  const bool takes = inputs.take && takes_entry(inputs);
  const Decision decision = decides ? decide(inputs) : Decision();

  send(inputs, loads_);
  table_.arrive(receive(inputs, loads_));
  for (unsigned e = 0; e < loads_.size(); ++e) {
    if (inputs.is_last(e)) loads_[e].reset();
  }
  busy_ = decides && takes_two(inputs, decision) && !inputs.clear_table;
  if (decides) carry_out(inputs, decision);
  if (takes && inputs.take_index < table_.entries().size()) table_.take(inputs.take_index);
  if (inputs.clear_loads) loads_.assign(loads_.size(), std::nullopt);
  if (inputs.clear_slip) counters_.reset();
  if (inputs.clear_table) table_.clear();
}

/// Whether the decision takes two operations of the table.
bool SlipUnitOracle::takes_two(const Inputs& inputs, const Decision& decision) const {
  if (decision.yield || decision.others.any()) return true;
  const bool meets = decision.proceed.any() && !inputs.lanes.contains(decision.proceed);
  return meets && !decision.proceed.contains(inputs.lanes);
}

void SlipUnitOracle::carry_out(const Inputs& inputs, const Decision& decision) {
  const std::uint64_t place = inputs.place;
  if (decision.yield) {
    table_.take(inputs.other);
    table_.add(lanes_at(place, {}, inputs.lanes));
  } else if (decision.others.any()) {
    const LeftBehind other = table_.entries().at(inputs.ready_other);
    table_.take_ready(other.pc, other.depth, decision.others);
    table_.add(lanes_at(place, inputs.lanes, {}));
  } else if (decision.proceed.any()) {
    counters_.pass(decision.proceed, inputs.lanes | table_.lanes());
    table_.take_ready(mdt_pc(place), mdt_depth(place), decision.proceed);
    const LaneMask staying = inputs.lanes.without(decision.proceed);
    if (staying.none()) return;
    table_.add(lanes_at(place, staying & decision.missing, staying.without(decision.missing)));
  }
}

}  // namespace lanefold
