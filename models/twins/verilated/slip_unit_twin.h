// SPDX-License-Identifier: Apache-2.0
// The RTL twin of Diverge on Miss as a whole, rtl/slip_unit.sv.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "lanefold/lane_mask.h"
#include "twins/verilated/clocked_twin.h"
#include "twins/verilated/lane_returns.h"

namespace lanefold {

struct SlipUnitPorts {
  struct Inputs : LaneReturns {
    bool clear_loads = false;
    bool clear_table = false;
    bool clear_slip = false;
    bool send = false;
    bool first = false;
    unsigned send_entry = 0;
    LaneMask send_lanes;
    bool valid = false;
    bool waits = false;
    unsigned entry = 0;
    std::uint64_t place = 0;  ///< the pc of a load, above it the depth of calls
    LaneMask lanes;
    unsigned max = 0;  ///< 0 to 255
    bool elsewhere = false;
    unsigned other = 0;
    bool ready_elsewhere = false;
    unsigned ready_other = 0;
    bool take = false;
    unsigned take_index = 0;
  };
  struct Entry {
    std::uint64_t place = 0;
    LaneMask waiting;
    LaneMask ready;
  };
  struct Outputs {
    bool take_ready = false;
    bool ready = false;
    LaneMask proceed;
    bool yield = false;
    LaneMask others;
    LaneMask missing;
    bool full = false;
    unsigned free_entry = 0;
    std::uint64_t valid = 0;     ///< bit e for entry e
    std::vector<Entry> entries;  ///< all, valid or not
    bool busy = false;
    std::array<std::uint8_t, LaneReturns::kMostLanes> ahead{};
  };
};
using SlipUnitTwin = ClockedTwin<SlipUnitPorts>;

/// With as many entries of the table as mdt_entry_counts() has (mdt_twin.h), and mcb_entries()
/// loads on their way. Throws Error(Configuration), naming what exists, when no geometry of
/// rtl/geometries.txt has so many lanes, or there is no such table.
std::unique_ptr<SlipUnitTwin> make_slip_unit_twin(unsigned lanes, unsigned entries,
                                                  const TwinPlace& place = {});

}  // namespace lanefold
