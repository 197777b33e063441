// SPDX-License-Identifier: Apache-2.0
// Makes a ControlTwin of a Verilated control block.
#pragma once

#include "twins/verilated/control_twin.h"
#include "twins/verilated/port_words.h"
#include "twins/verilated/shape_bits.h"
#include "twins/verilated/verilated_top.h"

namespace lanefold {

template <class Model>
struct ControlPins {
  explicit ControlPins(const char* name) : model(name) {
    model.mask_i(mask);
    model.cycles_o(cycles);
    model.enable_o(enable);
    model.quad_o(quad);
    model.position_o(position);
  }

  Model model;
  SignalFor<decltype(Model::mask_i)> mask;
  SignalFor<decltype(Model::cycles_o)> cycles;
  SignalFor<decltype(Model::enable_o)> enable;
  SignalFor<decltype(Model::quad_o)> quad;
  SignalFor<decltype(Model::position_o)> position;
};

/// Reads what is at the outputs of a control block.
class ControlReader {
 public:
  explicit ControlReader(const QuadGeometry& geometry)
      : quad_bits_(quad_bits(geometry)), position_bits_(position_bits(geometry)) {}

  /// Valid until the next call.
  template <class Pins>
  const ControlAnswer& read(const Pins& pins) {
    answer_.cycles = pins.cycles.read();
    answer_.enabled = LaneMask(pins.enable.read());
    load_words(pins.quad.read(), quads_);
    load_words(pins.position.read(), positions_);
    for_each_lane(answer_.enabled, [&](unsigned slot) {
      answer_.quad[slot] = load_byte(quads_, slot * quad_bits_, quad_bits_);
      answer_.position[slot] = load_byte(positions_, slot * position_bits_, position_bits_);
    });
    return answer_;
  }

 private:
  unsigned quad_bits_;
  unsigned position_bits_;
  ControlAnswer answer_;
  PortWords quads_{};
  PortWords positions_{};
};

template <class Model>
class VerilatedControl final : public ControlTwin {
 public:
  VerilatedControl(const QuadGeometry& geometry, const TwinPlace& place, const char* kind)
      : ControlTwin(geometry, session_of(place)),
        top_(place, shared_session(), kind),
        reader_(geometry) {}

  const ControlAnswer& decide(LaneMask mask) override {
    drive(top_.pins().mask, mask.bits());
    top_.evaluate();
    return reader_.read(top_.pins());
  }

 private:
  VerilatedTop<ControlPins<Model>> top_;
  ControlReader reader_;
};

}  // namespace lanefold
