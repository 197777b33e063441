// SPDX-License-Identifier: Apache-2.0
// Makes a WarpSliceTableTwin of a Verilated warp_slice_table.
#pragma once

#include "lanefold/quad_geometry.h"
#include "twins/verilated/port_words.h"
#include "twins/verilated/shape_bits.h"
#include "twins/verilated/verilated_top.h"
#include "twins/verilated/warp_slice_table_twin.h"

namespace lanefold {

template <class Model>
struct WarpSliceTablePins {
  explicit WarpSliceTablePins(const char* name) : model(name) {
    model.clk_i(clk);
    model.rst_ni(reset_n);
    model.op_i(op);
    model.width_i(width);
    model.entry_i(entry);
    model.other_i(other);
    model.lanes_i(lanes);
    model.legal_o(legal);
    model.free_o(free);
    model.valid_o(valid);
    model.entry_warp_o(entry_warp);
    model.entry_lanes_o(entry_lanes);
  }

  Model model;
  ImmediateBit clk, reset_n, legal;
  SignalFor<decltype(Model::op_i)> op;
  SignalFor<decltype(Model::width_i)> width;
  SignalFor<decltype(Model::entry_i)> entry;
  SignalFor<decltype(Model::other_i)> other;
  SignalFor<decltype(Model::lanes_i)> lanes;
  SignalFor<decltype(Model::free_o)> free;
  SignalFor<decltype(Model::valid_o)> valid;
  SignalFor<decltype(Model::entry_warp_o)> entry_warp;
  SignalFor<decltype(Model::entry_lanes_o)> entry_lanes;
};

template <class Model, unsigned kWarps, unsigned kEntries>
class VerilatedWarpSliceTable final : public WarpSliceTableTwin {
 public:
  VerilatedWarpSliceTable(const QuadGeometry& geometry, const TwinPlace& place, const char* kind)
      : WarpSliceTableTwin(session_of(place)),
        lanes_(geometry.lanes()),
        top_(place, shared_session(), kind) {
    outputs_.entries.resize(kEntries);
  }

  void reset() override { hold_reset(*this, top_.pins().reset_n); }

  const Outputs& settle(const Inputs& inputs) override {
    auto& pins = top_.pins();
    pins.clk.write(false);
    drive(pins.op, static_cast<unsigned>(inputs.op));
    drive(pins.width, inputs.width);
    drive(pins.entry, inputs.entry);
    drive(pins.other, inputs.other);
    drive(pins.lanes, inputs.lanes.bits());
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
    outputs_.legal = pins.legal.read();
    outputs_.free = pins.free.read();
    outputs_.valid = pins.valid.read();
    PortWords warps{};
    PortWords lanes{};
    load_words(pins.entry_warp.read(), warps);
    load_words(pins.entry_lanes.read(), lanes);
    const unsigned warp_bits = kWarps > 1 ? clog2(kWarps) : 1;
    for (unsigned e = 0; e < kEntries; ++e) {
      outputs_.entries[e] = {load_byte(warps, e * warp_bits, warp_bits),
                             LaneMask(load_field(lanes, e * lanes_, lanes_))};
    }
  }

  unsigned lanes_;
  VerilatedTop<WarpSliceTablePins<Model>> top_;
  Outputs outputs_;
};

}  // namespace lanefold
