// SPDX-License-Identifier: Apache-2.0
// The blocks that make the execution mask, with rtl/exec_mask.sv inside.
#pragma once

#include "blocks/frontend/execution_mask.h"
#include "blocks/frontend/predicate_mask.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/exec_mask_twin.h"

namespace lanefold {

class RtlExecutionMask final : public ExecutionMask {
 public:
  RtlExecutionMask(const sc_core::sc_module_name& name, const CoreContext& core,
                   const RtlWorld& world);

 private:
  LaneMask combine(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) override;

  AskedTwin<ExecMaskTwin> twin_;
};

/// The same RTL, once the predicate of an instruction of core.isa=gen8 is known.
class RtlPredicateMask final : public PredicateMask {
 public:
  RtlPredicateMask(const sc_core::sc_module_name& name, const CoreContext& core,
                   const RtlWorld& world);

 private:
  LaneMask combine(LaneMask enabled, LaneMask predicate) override;

  AskedTwin<ExecMaskTwin> twin_;
};

}  // namespace lanefold
