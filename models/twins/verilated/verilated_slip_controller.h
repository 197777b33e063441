// SPDX-License-Identifier: Apache-2.0
// Makes a SlipControllerTwin of a Verilated slip_controller.
#pragma once

#include "lanefold/quad_geometry.h"
#include "twins/verilated/port_words.h"
#include "twins/verilated/slip_controller_twin.h"
#include "twins/verilated/verilated_top.h"

namespace lanefold {

template <class Model>
struct SlipControllerPins {
  explicit SlipControllerPins(const char* name) : model(name) {
    model.clk_i(clk);
    model.rst_ni(reset_n);
    model.clear_i(clear);
    model.max_i(max);
    model.lanes_i(lanes);
    model.missing_i(missing);
    model.behind_i(behind);
    model.ready_i(ready);
    model.later_i(later);
    model.elsewhere_i(elsewhere);
    model.room_i(room);
    model.pass_i(pass);
    model.go_on_o(go_on);
    model.stand_aside_o(stand_aside);
    model.limited_o(limited);
    model.ahead_o(ahead);
  }

  Model model;
  using Mask = SignalFor<decltype(Model::lanes_i)>;
  ImmediateBit clk, reset_n, clear, later, elsewhere, room, pass, stand_aside;
  SignalFor<decltype(Model::max_i)> max;
  Mask lanes, missing, behind, ready, go_on, limited;
  SignalFor<decltype(Model::ahead_o)> ahead;
};

template <class Model>
class VerilatedSlipController final : public SlipControllerTwin {
 public:
  VerilatedSlipController(const QuadGeometry& geometry, const TwinPlace& place, const char* kind)
      : SlipControllerTwin(session_of(place)),
        lanes_(geometry.lanes()),
        top_(place, shared_session(), kind) {}

  void reset() override { hold_reset(*this, top_.pins().reset_n); }

  const Outputs& settle(const Inputs& inputs) override {
    auto& pins = top_.pins();
    pins.clk.write(false);
    pins.clear.write(inputs.clear);
    drive(pins.max, inputs.max);
    drive(pins.lanes, inputs.lanes.bits());
    drive(pins.missing, inputs.missing.bits());
    drive(pins.behind, inputs.behind.bits());
    drive(pins.ready, inputs.ready.bits());
    pins.later.write(inputs.later);
    pins.elsewhere.write(inputs.elsewhere);
    pins.room.write(inputs.room);
    pins.pass.write(inputs.pass);
    top_.evaluate();
    sample();
    return outputs_;
  }

  void clock() override {
    top_.pins().clk.write(true);
    top_.evaluate();
  }

 private:
  void sample() {
    const auto& pins = top_.pins();
    outputs_.go_on = LaneMask(pins.go_on.read());
    outputs_.stand_aside = pins.stand_aside.read();
    outputs_.limited = LaneMask(pins.limited.read());
    constexpr unsigned kBits = 8;
    PortWords ahead{};
    load_words(pins.ahead.read(), ahead);
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      outputs_.ahead[lane] = load_byte(ahead, lane * kBits, kBits);
    }
  }

  unsigned lanes_;
  VerilatedTop<SlipControllerPins<Model>> top_;
  Outputs outputs_;
};

}  // namespace lanefold
