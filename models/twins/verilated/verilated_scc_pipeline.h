// SPDX-License-Identifier: Apache-2.0
// Makes an SccPipelineTwin of a Verilated scc_pipeline.
#pragma once

#include "twins/verilated/scc_pipeline_twin.h"
#include "twins/verilated/verilated_control.h"
#include "twins/verilated/verilated_top.h"

namespace lanefold {

template <class Pins>
class VerilatedSccPipeline final : public SccPipelineTwin {
 public:
  VerilatedSccPipeline(const QuadGeometry& geometry, const TwinPlace& place, const char* kind)
      : SccPipelineTwin(geometry, session_of(place)), top_(place, shared_session(), kind) {}

  const ControlAnswer& settle(LaneMask mask) override {
    top_.pins().clk_i.write(false);
    top_.pins().mask_i.drive(mask);
    top_.evaluate();
    sample_control(top_.pins(), answer_);
    return answer_;
  }

  void clock() override {
    top_.pins().clk_i.write(true);
    top_.evaluate();
  }

 private:
  VerilatedTop<Pins> top_;
  ControlAnswer answer_;
};

}  // namespace lanefold
