// SPDX-License-Identifier: Apache-2.0
// Makes a SequencerTwin of a Verilated compaction_sequencer.
#pragma once

#include <algorithm>

#include "twins/verilated/port_words.h"
#include "twins/verilated/sequencer_twin.h"
#include "twins/verilated/shape_bits.h"
#include "twins/verilated/verilated_top.h"

namespace lanefold {

template <class Model>
struct SequencerPins {
  explicit SequencerPins(const char* name) : model(name) {
    model.clk_i(clk);
    model.rst_ni(reset_n);
    model.valid_i(valid_in);
    model.ready_o(ready_out);
    model.mask_i(mask);
    model.policy_i(policy);
    model.operand_i(operand);
    model.valid_o(valid_out);
    model.ready_i(ready_in);
    model.first_o(first);
    model.last_o(last);
    model.enable_o(enable);
    model.quad_o(quad);
    model.position_o(position);
  }

  Model model;
  ImmediateBit clk, reset_n, valid_in, ready_out, valid_out, ready_in, first, last;
  SignalFor<decltype(Model::mask_i)> mask;
  SignalFor<decltype(Model::policy_i)> policy;
  SignalFor<decltype(Model::operand_i)> operand;
  SignalFor<decltype(Model::enable_o)> enable;
  SignalFor<decltype(Model::quad_o)> quad;
  SignalFor<decltype(Model::position_o)> position;
};

template <class Model>
class VerilatedSequencer final : public SequencerTwin {
 public:
  VerilatedSequencer(const QuadGeometry& geometry, const TwinPlace& place, const char* kind)
      : SequencerTwin(session_of(place)),
        positions_(std::min(2 * geometry.alu_width(), geometry.lanes())),
        quad_bits_(most_quad_bits(geometry)),
        position_bits_(clog2(positions_)),
        top_(place, shared_session(), kind) {}

  void reset() override { hold_reset(*this, top_.pins().reset_n); }

  const Outputs& settle(const Inputs& inputs) override {
    auto& pins = top_.pins();
    pins.clk.write(false);
    pins.valid_in.write(inputs.valid);
    drive(pins.mask, inputs.mask.bits());
    pins.policy.write(inputs.policy);
    pins.operand.write(inputs.operand);
    pins.ready_in.write(inputs.ready);
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
    outputs_.ready = pins.ready_out.read();
    outputs_.valid = pins.valid_out.read();
    outputs_.first = pins.first.read();
    outputs_.last = pins.last.read();
    outputs_.enable = LaneMask(pins.enable.read());
    PortWords quads{};
    PortWords positions{};
    load_words(pins.quad.read(), quads);
    load_words(pins.position.read(), positions);
    for (unsigned i = 0; i < positions_; ++i) {
      outputs_.quad[i] = load_byte(quads, i * quad_bits_, quad_bits_);
      outputs_.position[i] = load_byte(positions, i * position_bits_, position_bits_);
    }
  }

  unsigned positions_;
  unsigned quad_bits_;
  unsigned position_bits_;
  VerilatedTop<SequencerPins<Model>> top_;
  Outputs outputs_;
};

}  // namespace lanefold
