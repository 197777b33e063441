// SPDX-License-Identifier: Apache-2.0
// The RTL twin of compaction control in two cycles, rtl/scc_pipeline.sv.
#pragma once

#include <memory>

#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"
#include "twins/verilated/control_twin.h"
#include "twins/verilated/twin_session.h"

namespace lanefold {

/// It takes a mask in each clock cycle, and answers in the next.
class SccPipelineTwin : public ControlTwin {
 public:
  using ControlTwin::ControlTwin;

  /// Drives the mask in the middle of a clock cycle. The answer is to the mask of the cycle before;
  /// valid until the next call. May be called several times in a cycle.
  virtual const ControlAnswer& settle(LaneMask mask) = 0;
  /// The rising clock edge that ends the cycle, with the mask of the last settle().
  virtual void clock() = 0;

  /// Both cycles of one mask.
  const ControlAnswer& decide(LaneMask mask) final {
    settle(mask);
    clock();
    return settle(mask);
  }
};

/// Throws as make_control_twin does.
std::unique_ptr<SccPipelineTwin> make_scc_pipeline_twin(const QuadGeometry& geometry,
                                                        const TwinPlace& place = {});

}  // namespace lanefold
