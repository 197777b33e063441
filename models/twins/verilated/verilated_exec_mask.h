// SPDX-License-Identifier: Apache-2.0
// Makes an ExecMaskTwin of a Verilated exec_mask.
#pragma once

#include "lanefold/quad_geometry.h"
#include "twins/verilated/exec_mask_twin.h"
#include "twins/verilated/verilated_top.h"

namespace lanefold {

template <class Pins>
class VerilatedExecMask final : public ExecMaskTwin {
 public:
  VerilatedExecMask(const QuadGeometry& /*geometry*/, const TwinPlace& place, const char* kind)
      : ExecMaskTwin(session_of(place)), top_(place, shared_session(), kind) {}

  Answer combine(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) override {
    Pins& pins = top_.pins();
    pins.dispatch_i.drive(dispatch);
    pins.control_flow_i.drive(control_flow);
    pins.predicate_i.drive(predicate);
    top_.evaluate();
    return {LaneMask(pins.active_o.bits()), pins.empty_o.read()};
  }

 private:
  VerilatedTop<Pins> top_;
};

}  // namespace lanefold
