// SPDX-License-Identifier: Apache-2.0
// Makes a ClockedTwin of a Verilated module with clock and reset.
#pragma once

#include "lanefold/quad_geometry.h"
#include "twins/verilated/clocked_twin.h"
#include "twins/verilated/verilated_top.h"

namespace lanefold {

template <class AnyTwin, class Pins>
class VerilatedClocked final : public AnyTwin {
 public:
  using typename AnyTwin::Inputs;
  using typename AnyTwin::Outputs;

  VerilatedClocked(const QuadGeometry& /*geometry*/, const TwinPlace& place, const char* kind)
      : AnyTwin(session_of(place)), top_(place, this->shared_session(), kind) {}

  void set_reset(bool active) override {
    top_.pins().rst_ni.write(!active);
    top_.evaluate();
  }

  const Outputs& settle(const Inputs& inputs) override {
    Pins& pins = top_.pins();
    pins.clk_i.write(false);
    pins.drive(inputs);
    top_.evaluate();
    pins.sample(outputs_);
    return outputs_;
  }

  void clock() override {
    top_.pins().clk_i.write(true);
    top_.evaluate();
  }

 private:
  VerilatedTop<Pins> top_;
  Outputs outputs_;
};

}  // namespace lanefold
