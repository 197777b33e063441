// SPDX-License-Identifier: Apache-2.0
// Makes an SccPipelineTwin of a Verilated scc_pipeline.
#pragma once

#include "twins/verilated/scc_pipeline_twin.h"
#include "twins/verilated/verilated_control.h"
#include "twins/verilated/verilated_top.h"

namespace lanefold {

template <class Model>
struct SccPipelinePins : ControlPins<Model> {
  explicit SccPipelinePins(const char* name) : ControlPins<Model>(name) { this->model.clk_i(clk); }

  ImmediateBit clk;
};

template <class Model>
class VerilatedSccPipeline final : public SccPipelineTwin {
 public:
  VerilatedSccPipeline(const QuadGeometry& geometry, const TwinPlace& place, const char* kind)
      : SccPipelineTwin(geometry, session_of(place)),
        top_(place, shared_session(), kind),
        reader_(geometry) {}

  const ControlAnswer& settle(LaneMask mask) override {
    top_.pins().clk.write(false);
    drive(top_.pins().mask, mask.bits());
    top_.evaluate();
    return reader_.read(top_.pins());
  }

  void clock() override {
    top_.pins().clk.write(true);
    top_.evaluate();
  }

 private:
  VerilatedTop<SccPipelinePins<Model>> top_;
  ControlReader reader_;
};

}  // namespace lanefold
