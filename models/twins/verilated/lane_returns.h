// SPDX-License-Identifier: Apache-2.0
// The lines that come to the lanes of a warp in one cycle, as rtl/mcb.sv and rtl/slip_unit.sv take
// them.
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "lanefold/lane_mask.h"

namespace lanefold {

/// A lane gets one line in a cycle; lines of several loads can come at once.
struct LaneReturns {
  static constexpr unsigned kMostLanes = 64;

  LaneMask receive_lanes;
  std::array<std::uint8_t, kMostLanes> receive_entry{};  ///< of each lane, its load's
  std::uint64_t last = 0;                                ///< bit e for entry e

  /// A line of the load in this entry, for lanes that get no other one.
  void receive(unsigned entry, LaneMask lanes) {
    receive_lanes |= lanes;
    for_each_lane(lanes,
                  [&](unsigned lane) { receive_entry[lane] = static_cast<std::uint8_t>(entry); });
  }
  /// The lanes that get a line, by the entry of their load.
  std::map<unsigned, LaneMask> lanes_by_entry() const {
    std::map<unsigned, LaneMask> lanes;
    for_each_lane(receive_lanes,
                  [&](unsigned lane) { lanes[receive_entry[lane]] |= LaneMask::lane(lane); });
    return lanes;
  }
  /// No line of the load in this entry is to come any more.
  bool is_last(unsigned entry) const { return (last >> entry & 1U) != 0; }
  void end(unsigned entry) { last |= std::uint64_t{1} << entry; }
};

}  // namespace lanefold
