// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the slip controller, rtl/slip_controller.sv.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "lanefold/lane_mask.h"
#include "twins/verilated/twin_session.h"

namespace lanefold {

class SlipControllerTwin : public Twin {
 public:
  struct Inputs {
    bool clear = false;
    unsigned max = 0;  ///< 0 to 255
    LaneMask lanes;
    LaneMask missing;
    LaneMask behind;
    LaneMask ready;
    bool later = false;
    bool elsewhere = false;
    bool room = false;
    bool pass = false;
  };
  struct Outputs {
    LaneMask go_on;
    bool stand_aside = false;
    LaneMask limited;
    std::array<std::uint8_t, 64> ahead{};
  };

  /// Holds the reset for some clock cycles.
  virtual void reset() = 0;
  /// Drives the inputs in the middle of a clock cycle and waits until the outputs have settled;
  /// valid until the next call. May be called several times in a cycle.
  virtual const Outputs& settle(const Inputs& inputs) = 0;
  /// The rising clock edge that ends the cycle, with the inputs of the last settle().
  virtual void clock() = 0;

 protected:
  using Twin::Twin;
};

/// Throws Error(Configuration), naming the lane counts that exist, when no geometry of
/// rtl/geometries.txt has this one.
std::unique_ptr<SlipControllerTwin> make_slip_controller_twin(unsigned lanes,
                                                              const TwinPlace& place = {});

}  // namespace lanefold
