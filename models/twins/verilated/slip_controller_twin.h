// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the slip controller, rtl/slip_controller.sv.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "lanefold/lane_mask.h"
#include "twins/verilated/clocked_twin.h"

namespace lanefold {

struct SlipControllerPorts {
  struct Inputs {
    bool clear = false;
    unsigned max = 0;  ///< 0 to 255
    LaneMask lanes;
    LaneMask missing;
    LaneMask behind;
    LaneMask ready;
    bool later = false;
    bool elsewhere = false;
    bool slots_free = false;
    bool pass = false;
  };
  struct Outputs {
    LaneMask proceed;
    bool yield = false;
    LaneMask limited;
    std::array<std::uint8_t, 64> ahead{};
  };
};
using SlipControllerTwin = ClockedTwin<SlipControllerPorts>;

/// Throws Error(Configuration), naming the lane counts that exist, when no geometry of
/// rtl/geometries.txt has this one.
std::unique_ptr<SlipControllerTwin> make_slip_controller_twin(unsigned lanes,
                                                              const TwinPlace& place = {});

}  // namespace lanefold
