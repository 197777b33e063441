// SPDX-License-Identifier: Apache-2.0
// Makes an AsuTwin of a Verilated asu.
#pragma once

#include "lanefold/quad_geometry.h"
#include "twins/verilated/asu_twin.h"
#include "twins/verilated/verilated_top.h"

namespace lanefold {

template <class Model>
struct AsuPins {
  explicit AsuPins(const char* name) : model(name) {
    model.clk_i(clk);
    model.rst_ni(reset_n);
    model.op_i(op);
    model.strategy_i(strategy);
    model.anneal_i(anneal);
    model.cycles_i(cycles);
    model.tasks_i(tasks);
    model.ready_o(ready);
    model.width_o(width);
    model.depth_o(depth);
    model.converged_o(converged);
  }

  Model model;
  ImmediateBit clk, reset_n, anneal, ready, converged;
  SignalFor<decltype(Model::op_i)> op;
  SignalFor<decltype(Model::strategy_i)> strategy;
  SignalFor<decltype(Model::cycles_i)> cycles;
  SignalFor<decltype(Model::tasks_i)> tasks;
  SignalFor<decltype(Model::width_o)> width;
  SignalFor<decltype(Model::depth_o)> depth;
};

template <class Model>
class VerilatedAsu final : public AsuTwin {
 public:
  VerilatedAsu(const QuadGeometry& /*geometry*/, const TwinPlace& place, const char* kind)
      : AsuTwin(session_of(place)), top_(place, shared_session(), kind) {}

  void reset() override { hold_reset(*this, top_.pins().reset_n); }

  const Outputs& settle(const Inputs& inputs) override {
    auto& pins = top_.pins();
    pins.clk.write(false);
    drive(pins.op, static_cast<unsigned>(inputs.op));
    drive(pins.strategy, static_cast<unsigned>(inputs.strategy));
    pins.anneal.write(inputs.anneal);
    drive(pins.cycles, inputs.cycles);
    drive(pins.tasks, inputs.tasks);
    top_.evaluate();
    outputs_ = {pins.ready.read(), pins.width.read(), pins.depth.read(), pins.converged.read()};
    return outputs_;
  }

  void clock() override {
    top_.pins().clk.write(true);
    top_.evaluate();
  }

 private:
  VerilatedTop<AsuPins<Model>> top_;
  Outputs outputs_;
};

}  // namespace lanefold
