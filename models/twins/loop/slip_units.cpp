// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss in RTL, one unit for each slot.
#include "twins/loop/slip_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "decisions/warp_slices/simd_configuration.h"
#include "lanefold/error.h"
#include "twins/verilated/mcb_twin.h"

namespace lanefold {
namespace {

AskedTwin<SlipUnitTwin> make_unit(const sc_core::sc_object& block, unsigned slot,
                                  const CoreConfig& config, const RtlWorld& world) {
  const TwinPlace place = place_in(block, world.session, fmt::format("slip_unit_{}", slot));
  return after_reset(make_slip_unit_twin(config.warp_width, config.slip.table_entries, place),
                     world, "slip_unit");
}

}  // namespace

SlipUnits::SlipUnits(const sc_core::sc_object& block, const CoreConfig& config,
                     const CoreClock& clock, const RtlWorld& world)
    : clock_(clock) {
  for (unsigned slot = 0; slot < slots_of(config); ++slot) {
    slots_.push_back({make_unit(block, slot, config, world)});
  }
}

void SlipUnits::wake() {
  if (wake_) wake_(cycle_ + 1);
}

void SlipUnits::reach() {
  const Cycle now = clock_.now();
  if (cycle_ >= now) return;
  bool works = false;
  for (unsigned slot = 0; slot < slots_.size(); ++slot) {
    if (!slots_[slot].at_work()) continue;
    edge(slot);
    works = works || slots_[slot].at_work();
  }
  cycle_ = now;
  if (works) wake();
}

void SlipUnits::send(unsigned slot, unsigned load, LaneMask lanes, bool first) {
  reach();
  Slot& unit = slots_[slot];
  if (first) unit.loads[load] = unit.next++;
  unit.sent.push_back({unit.loads.at(load), lanes, first});
  wake();
}

void SlipUnits::receive(unsigned slot, unsigned load, LaneMask lanes, bool last, Cycle cycle) {
  reach();
  Slot& unit = slots_[slot];
  unit.coming.push_back({unit.loads.at(load), lanes, last, cycle});
  wake();
}

void SlipUnits::take(unsigned slot, unsigned index) {
  reach();
  Slot& unit = slots_[slot];
  if (std::exchange(unit.yields, false)) {
    unit.inputs.other = index;
  } else {
    unit.operations.emplace_back(index);
  }
  wake();
}

void SlipUnits::clear_table(unsigned slot) {
  reach();
  slots_[slot].operations.emplace_back(std::nullopt);
  wake();
}

void SlipUnits::clear_slip(unsigned slot) {
  reach();
  slots_[slot].clears_slip = true;
  wake();
}

void SlipUnits::reset() {
  for (Slot& slot : slots_) {
    slot.twin.look().reset(kCyclesOfReset);
    slot = Slot{std::move(slot.twin)};
  }
}

/// What has happened by now; of a load that hurries, also what is known to come.
void SlipUnits::fill(Slot& slot, std::optional<LoadId> hurried) {
  Inputs& inputs = slot.inputs;
  fill_coming(slot, hurried);
  fill_sent(slot);
  inputs.clear_slip = std::exchange(slot.clears_slip, false);
  if (slot.operations.empty()) return;
  inputs.clear_table = !slot.operations.front();
  inputs.take = !inputs.clear_table;
  inputs.take_index = slot.operations.front().value_or(0);
}

/// Lines of one load, as far as each serves other lanes.
void SlipUnits::fill_sent(Slot& slot) {
  if (slot.sent.empty()) return;
  Inputs& inputs = slot.inputs;
  const LoadId load = slot.sent.front().load;
  inputs.send = true;
  inputs.first = slot.sent.front().first;
  bool fits = true;
  while (fits) {
    inputs.send_lanes |= slot.sent.front().lanes;
    slot.sent.pop_front();
    fits = !slot.sent.empty() && slot.sent.front().load == load && !slot.sent.front().first &&
           (inputs.send_lanes & slot.sent.front().lanes).none();
  }
  if (!inputs.first) {
    inputs.send_entry = slot.entries.at(load);
    return;
  }
  const SlipUnitTwin::Outputs& now = slot.twin.look().settle(inputs);
  if (now.full) {
    throw Error(ErrorKind::Configuration,
                fmt::format("a slice has more than {} loads on their way, which is what "
                            "rtl/slip_unit.sv holds; without --rtl slip_unit there is no limit",
                            mcb_entries()));
  }
  slot.entries[load] = now.free_entry;
}

void SlipUnits::fill_coming(Slot& slot, std::optional<LoadId> hurried) {
  Inputs& inputs = slot.inputs;
  LaneMask later;  // lanes for which a line has to wait
  for (auto line = slot.coming.begin(); line != slot.coming.end();) {
    const bool due = line->cycle <= cycle_ || line->load == hurried;
    const bool fits = (line->lanes & (inputs.receive_lanes | later)).none();
    if (!due || !fits || !slot.knows(line->load)) {
      later |= line->lanes;
      ++line;
      continue;
    }
    const unsigned entry = slot.entries.at(line->load);
    inputs.receive(entry, line->lanes);
    if (line->last) {
      inputs.end(entry);
      slot.ended.push_back(line->load);
    }
    line = slot.coming.erase(line);
  }
}

std::optional<SlipUnitTwin::Outputs> SlipUnits::offer(unsigned slot, const Offer& offer) {
  reach();
  Slot& unit = slots_[slot];
  std::optional<LoadId> load;
  if (offer.load) load = unit.loads.at(*offer.load);
  if (load && !unit.knows(*load)) return std::nullopt;
  fill(unit, load);
  Inputs& inputs = unit.inputs;
  inputs.valid = unit.offered = true;
  inputs.waits = load.has_value();
  inputs.entry = load ? unit.entries.at(*load) : 0;
  inputs.place = offer.place;
  inputs.lanes = offer.lanes;
  inputs.max = offer.max;
  inputs.elsewhere = offer.elsewhere;
  inputs.ready_elsewhere = offer.ready_other.has_value();
  inputs.ready_other = offer.ready_other.value_or(0);
  wake();
  const SlipUnitTwin::Outputs& outputs = unit.twin.ask().settle(inputs);
  if (!outputs.ready) return std::nullopt;
  unit.yields = outputs.yield;
  return outputs;
}

/// The edge at the end of the cycle.
void SlipUnits::edge(unsigned number) {
  Slot& slot = slots_[number];
  if (!slot.offered) fill(slot, std::nullopt);
  SlipUnitTwin& twin = slot.twin.look();
  const SlipUnitTwin::Outputs& outputs = twin.settle(slot.inputs);
  const bool operates = slot.inputs.clear_table || (slot.inputs.take && outputs.take_ready);
  if (operates) slot.operations.pop_front();
  twin.clock();
  slot.inputs = {};
  slot.offered = slot.yields = false;
  for (const LoadId load : slot.ended) slot.entries.erase(load);
  slot.ended.clear();
  const SlipUnitTwin::Outputs& after = twin.settle({});
  slot.busy = after.busy;
  if (!slot.at_work() && check_) check_(number, after);
}

}  // namespace lanefold
