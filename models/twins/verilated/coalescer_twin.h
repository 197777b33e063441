// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the coalescer, rtl/coalescer.sv.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "lanefold/lane_mask.h"
#include "twins/verilated/clocked_twin.h"

namespace lanefold {

struct CoalescerPorts {
  using LineOfLanes = std::array<std::uint32_t, 64>;  ///< numbers of lines, by lane

  struct Inputs {
    bool valid = false;
    LaneMask lanes;
    LineOfLanes first{};
    LineOfLanes last{};
    bool merge = false;
    bool ready = false;  ///< the receiver of the lines is ready
  };
  struct Outputs {
    bool ready = false;
    bool valid = false;
    std::uint32_t line = 0;
    LaneMask lanes;
    bool last = false;
  };
};
using CoalescerTwin = ClockedTwin<CoalescerPorts>;

/// Throws Error(Configuration), naming what exists, when no geometry of rtl/geometries.txt has so
/// many lanes.
std::unique_ptr<CoalescerTwin> make_coalescer_twin(unsigned lanes, const TwinPlace& place = {});

}  // namespace lanefold
