// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the memory coalescing buffer, rtl/mcb.sv.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lanefold/lane_mask.h"
#include "twins/verilated/clocked_twin.h"
#include "twins/verilated/lane_returns.h"

namespace lanefold {

struct McbPorts {
  struct Inputs : LaneReturns {
    bool clear = false;
    bool send = false;
    bool first = false;
    unsigned send_entry = 0;
    LaneMask send_lanes;
  };
  struct Entry {
    LaneMask waiting;
    LaneMask ready;
  };
  struct Outputs {
    LaneMask complete;
    bool full = false;
    unsigned free_entry = 0;
    std::uint64_t valid = 0;     ///< bit e for entry e
    std::vector<Entry> entries;  ///< all, valid or not
  };
};
using McbTwin = ClockedTwin<McbPorts>;

/// How many loads of a warp can be on their way.
unsigned mcb_entries();

/// Throws Error(Configuration), naming what exists, when no geometry of rtl/geometries.txt has so
/// many lanes.
std::unique_ptr<McbTwin> make_mcb_twin(unsigned lanes, const TwinPlace& place = {});

}  // namespace lanefold
