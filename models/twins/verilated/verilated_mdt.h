// SPDX-License-Identifier: Apache-2.0
// Makes an MdtTwin of a Verilated mdt.
#pragma once

#include "lanefold/quad_geometry.h"
#include "twins/verilated/mdt_twin.h"
#include "twins/verilated/port_words.h"
#include "twins/verilated/verilated_top.h"

namespace lanefold {

template <class Model>
struct MdtPins {
  explicit MdtPins(const char* name) : model(name) {
    model.clk_i(clk);
    model.rst_ni(reset_n);
    model.op_i(op);
    model.place_i(place);
    model.waiting_i(waiting_in);
    model.lanes_i(lanes);
    model.index_i(index);
    model.arrived_i(arrived);
    model.full_o(full);
    model.waiting_o(waiting_out);
    model.ready_o(ready_out);
    model.valid_o(valid);
    model.entry_place_o(entry_place);
    model.entry_waiting_o(entry_waiting);
    model.entry_ready_o(entry_ready);
  }

  Model model;
  using Mask = SignalFor<decltype(Model::waiting_i)>;
  ImmediateBit clk, reset_n, full;
  SignalFor<decltype(Model::op_i)> op;
  SignalFor<decltype(Model::place_i)> place;
  SignalFor<decltype(Model::index_i)> index;
  Mask waiting_in, lanes, arrived, waiting_out, ready_out;
  SignalFor<decltype(Model::valid_o)> valid;
  SignalFor<decltype(Model::entry_place_o)> entry_place;
  SignalFor<decltype(Model::entry_waiting_o)> entry_waiting;
  SignalFor<decltype(Model::entry_ready_o)> entry_ready;
};

template <class Model, unsigned kEntries>
class VerilatedMdt final : public MdtTwin {
 public:
  VerilatedMdt(const QuadGeometry& geometry, const TwinPlace& place, const char* kind)
      : MdtTwin(session_of(place)), lanes_(geometry.lanes()), top_(place, shared_session(), kind) {
    outputs_.entries.resize(kEntries);
  }

  void reset() override { hold_reset(*this, top_.pins().reset_n); }

  const Outputs& settle(const Inputs& inputs) override {
    auto& pins = top_.pins();
    pins.clk.write(false);
    drive(pins.op, static_cast<unsigned>(inputs.op));
    drive(pins.place, inputs.place);
    drive(pins.waiting_in, inputs.waiting.bits());
    drive(pins.lanes, inputs.lanes.bits());
    drive(pins.index, inputs.index);
    drive(pins.arrived, inputs.arrived.bits());
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
    outputs_.full = pins.full.read();
    outputs_.waiting = LaneMask(pins.waiting_out.read());
    outputs_.ready = LaneMask(pins.ready_out.read());
    outputs_.valid = pins.valid.read();
    PortWords places{};
    PortWords waiting{};
    PortWords ready{};
    load_words(pins.entry_place.read(), places);
    load_words(pins.entry_waiting.read(), waiting);
    load_words(pins.entry_ready.read(), ready);
    constexpr unsigned kPlaceBits = 64;
    for (unsigned e = 0; e < kEntries; ++e) {
      outputs_.entries[e] = {load_field(places, e * kPlaceBits, kPlaceBits),
                             LaneMask(load_field(waiting, e * lanes_, lanes_)),
                             LaneMask(load_field(ready, e * lanes_, lanes_))};
    }
  }

  unsigned lanes_;
  VerilatedTop<MdtPins<Model>> top_;
  Outputs outputs_;
};

}  // namespace lanefold
