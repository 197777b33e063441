// SPDX-License-Identifier: Apache-2.0
// The execution-mask block with rtl/exec_mask.sv inside.
#pragma once

#include "frontend/execution_mask.h"
#include "rtl_twins/rtl_place.h"
#include "rtl_twins/verilated/exec_mask_twin.h"
#include "top/block_factory.h"

namespace lanefold {

class RtlExecutionMask final : public ExecutionMask {
 public:
  RtlExecutionMask(const sc_core::sc_module_name& name, const CoreContext& core,
                   const RtlWorld& world);

 private:
  LaneMask combine(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) override;

  AskedTwin<ExecMaskTwin> twin_;
};

}  // namespace lanefold
