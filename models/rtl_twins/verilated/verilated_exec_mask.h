// SPDX-License-Identifier: Apache-2.0
// Makes an ExecMaskTwin of a Verilated exec_mask.
#pragma once

#include "lanefold/quad_geometry.h"
#include "rtl_twins/verilated/exec_mask_twin.h"
#include "rtl_twins/verilated/verilated_top.h"

namespace lanefold {

template <class Model>
struct ExecMaskPins {
  explicit ExecMaskPins(const char* name) : model(name) {
    model.dispatch_i(dispatch);
    model.control_flow_i(control_flow);
    model.predicate_i(predicate);
    model.active_o(active);
    model.empty_o(empty);
  }

  Model model;
  using Mask = SignalFor<decltype(Model::dispatch_i)>;
  Mask dispatch;
  Mask control_flow;
  Mask predicate;
  Mask active;
  ImmediateBit empty;
};

template <class Model>
class VerilatedExecMask final : public ExecMaskTwin {
 public:
  VerilatedExecMask(const QuadGeometry& /*geometry*/, const TwinPlace& place, const char* kind)
      : ExecMaskTwin(session_of(place)), top_(place, shared_session(), kind) {}

  Answer combine(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) override {
    ExecMaskPins<Model>& pins = top_.pins();
    set(pins.dispatch, dispatch);
    set(pins.control_flow, control_flow);
    set(pins.predicate, predicate);
    top_.evaluate();
    return {LaneMask(pins.active.read()), pins.empty.read()};
  }

 private:
  template <class Signal>
  static void set(Signal& signal, LaneMask mask) {
    signal.value() = static_cast<std::decay_t<decltype(signal.value())>>(mask.bits());
  }

  VerilatedTop<ExecMaskPins<Model>> top_;
};

}  // namespace lanefold
