// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the execution mask, rtl/exec_mask.sv.
#pragma once

#include <memory>

#include "lanefold/lane_mask.h"
#include "twins/verilated/twin_session.h"

namespace lanefold {

class ExecMaskTwin : public Twin {
 public:
  struct Answer {
    LaneMask active;
    bool empty = true;
  };

  virtual Answer combine(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) = 0;

 protected:
  using Twin::Twin;
};

/// Throws Error(Configuration), naming the lane counts that exist, when no geometry of
/// rtl/geometries.txt has this one.
std::unique_ptr<ExecMaskTwin> make_exec_mask_twin(unsigned lanes, const TwinPlace& place = {});

}  // namespace lanefold
