// SPDX-License-Identifier: Apache-2.0
// Scenes of slip_unit.
#include "twins/bench/slip_unit_scenes.h"

#include "decisions/divergence/slip_counters.h"

namespace lanefold {
namespace {

using Inputs = SlipUnitPorts::Inputs;

/// Any place of a load; the next ones are others.
constexpr std::uint64_t kPlace = 0x9e3779b97f4a7c15;

Inputs clear() {
  Inputs inputs;
  inputs.clear_loads = inputs.clear_table = inputs.clear_slip = true;
  return inputs;
}

/// A line of a load that begins.
Inputs first_line(LaneMask lanes) {
  Inputs inputs;
  inputs.send = inputs.first = true;
  inputs.send_lanes = lanes;
  return inputs;
}

Inputs second_line(unsigned entry, LaneMask lanes) {
  Inputs inputs;
  inputs.send = true;
  inputs.send_entry = entry;
  inputs.send_lanes = lanes;
  return inputs;
}

/// Lanes at a load.
Inputs at_load(LaneMask lanes, std::uint64_t place, bool waits) {
  Inputs inputs;
  inputs.valid = true;
  inputs.waits = waits;
  inputs.place = place;
  inputs.lanes = lanes;
  inputs.max = SlipCounters::kMost;
  return inputs;
}

}  // namespace

SlipUnitScene scene_of_joining(LaneMask mask, LaneMask all, unsigned max) {
  const LaneMask others = all.without(mask);
  Inputs come;
  come.receive_lanes = mask;
  Inputs again = at_load(mask, kPlace, false);
  again.receive_lanes = others;
  again.last = 1;
  again.max = max;
  return {clear(),
          first_line(mask),
          second_line(0, others),
          come,
          at_load(all, kPlace, true),
          again,
          at_load(mask, kPlace, false),
          clear()};
}

SlipUnitScene scene_of_a_new_warp(LaneMask mask) {
  Inputs start, come;
  start.clear_table = start.clear_slip = true;
  come.receive_lanes = mask;
  come.last = 1;
  return {clear(), first_line(mask), start, at_load(mask, kPlace, false), come, clear()};
}

SlipUnitScene scene_of_a_full_buffer(LaneMask mask, LaneMask all, unsigned last) {
  SlipUnitScene scene{clear()};
  for (unsigned load = 0; load <= last; ++load) {
    scene.insert(scene.end(), {first_line(all), second_line(load, mask)});
  }
  Inputs two, one;
  two.receive(last, mask);
  one.receive(last, all);
  one.end(last);
  scene.insert(scene.end(), {first_line(all), two, one, clear()});
  return scene;
}

SlipUnitScene scene_of_a_race(LaneMask mask, LaneMask all) {
  SlipUnitScene scene{clear(), first_line(all.without(mask)), at_load(all, kPlace, true)};
  scene.insert(scene.end(), SlipCounters::kMost + 1, at_load(mask, kPlace + 1, false));
  scene.push_back(clear());
  return scene;
}

SlipUnitScene scene_of_stragglers(unsigned first, unsigned loads, unsigned lanes) {
  SlipUnitScene scene{clear()};
  LaneMask ahead = LaneMask::first(lanes);
  Inputs come;
  for (unsigned load = 0; load < loads; ++load) {
    const LaneMask straggler = LaneMask::lane((first + load) % lanes);
    Inputs at = at_load(ahead, kPlace + load, true);
    at.entry = load;
    scene.insert(scene.end(), {first_line(straggler), at});
    ahead = ahead.without(straggler);
    come.receive(load, straggler);
    come.end(load);
  }
  scene.insert(scene.end(), {come, clear()});
  return scene;
}

}  // namespace lanefold
