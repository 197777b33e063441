// SPDX-License-Identifier: Apache-2.0
// Makes an ExecMaskTwin of a Verilated exec_mask.
#pragma once

#include "lanefold/quad_geometry.h"
#include "twins/verilated/exec_mask_twin.h"
#include "twins/verilated/verilated_top.h"

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
    drive(pins.dispatch, dispatch.bits());
    drive(pins.control_flow, control_flow.bits());
    drive(pins.predicate, predicate.bits());
    top_.evaluate();
    return {LaneMask(pins.active.read()), pins.empty.read()};
  }

 private:
  VerilatedTop<ExecMaskPins<Model>> top_;
};

}  // namespace lanefold
