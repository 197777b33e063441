// SPDX-License-Identifier: Apache-2.0
// What a warp does at its loads, clock cycle by clock cycle, for the bench of slip_unit. Each scene
// begins with nothing on its way and nobody left behind.
#pragma once

#include <vector>

#include "lanefold/lane_mask.h"
#include "twins/verilated/slip_unit_twin.h"

namespace lanefold {

using SlipUnitScene = std::vector<SlipUnitPorts::Inputs>;

/// Lanes of the mask get their line and go on; the others stay and then go on as well: in the cycle
/// in which their values come, where these find the mask at the same load, at most `max` ahead.
SlipUnitScene scene_of_joining(LaneMask mask, LaneMask all, unsigned max);

/// Lanes wait for a line as their warp starts anew, and come to a load that needs none.
SlipUnitScene scene_of_a_new_warp(LaneMask mask);

/// Loads of all lanes, of which these wait for a second line, take the entries of the buffer up to
/// the last one; one more finds none; then the last one ends.
SlipUnitScene scene_of_a_full_buffer(LaneMask mask, LaneMask all, unsigned last);

/// These lanes go on where the others miss, and pass as many loads as a counter can count, and one
/// more.
SlipUnitScene scene_of_a_race(LaneMask mask, LaneMask all);

/// At each of `loads` loads, one lane stays behind, from lane `first` on, around the warp; then the
/// values of all come.
SlipUnitScene scene_of_stragglers(unsigned first, unsigned loads, unsigned lanes);

}  // namespace lanefold
