// SPDX-License-Identifier: Apache-2.0
// Makes a ControlTwin of a Verilated control block.
#pragma once

#include "twins/verilated/control_twin.h"
#include "twins/verilated/verilated_top.h"

namespace lanefold {

/// Reads what is at the outputs of a control block.
template <class Pins>
void sample_control(const Pins& pins, ControlAnswer& answer) {
  pins.cycles_o.sample(answer.cycles);
  pins.enable_o.sample(answer.enabled);
  const auto quads = pins.quad_o.values();
  const auto positions = pins.position_o.values();
  for_each_lane(answer.enabled, [&](unsigned slot) {
    answer.quad[slot] = static_cast<std::uint8_t>(quads[slot]);
    answer.position[slot] = static_cast<std::uint8_t>(positions[slot]);
  });
}

template <class Pins>
class VerilatedControl final : public ControlTwin {
 public:
  VerilatedControl(const QuadGeometry& geometry, const TwinPlace& place, const char* kind)
      : ControlTwin(geometry, session_of(place)), top_(place, shared_session(), kind) {}

  const ControlAnswer& decide(LaneMask mask) override {
    top_.pins().mask_i.drive(mask);
    top_.evaluate();
    sample_control(top_.pins(), answer_);
    return answer_;
  }

 private:
  VerilatedTop<Pins> top_;
  ControlAnswer answer_;
};

}  // namespace lanefold
